// Which addresses only this computer can open.
import assert from "node:assert/strict";
import { test } from "node:test";

import { isLoopback } from "../../service/web/js/state/request.js";

test("this computer's own addresses, as a browser writes them", () => {
  for (const link of ["http://127.0.0.1:8000/", "http://localhost/", "http://127.1/", "http://[::1]:8000/", "http://a.localhost/"])
    assert.ok(isLoopback(new URL(link).hostname), link);
});

test("addresses in a network are others", () => {
  for (const link of ["http://192.168.1.20:8000/", "http://128.0.0.1/", "https://localhost.example/", "http://my-machine.local/", "http://[fe80::1]/", "http://127.example/"])
    assert.ok(!isLoopback(new URL(link).hostname), link);
});
