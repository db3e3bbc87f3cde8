"""What people show each other and keep: pictures, links, other rules, hands, statistics, a new phone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.e2e.acts import choose_language, expect_total, open_table, read_sample, saved, until, won
from tests.e2e.conftest import SAMPLE, Opened, playwright

pytestmark = pytest.mark.browser
expect = playwright.expect


def download(page: Any, selector: str, folder: Path) -> Path:
    with page.expect_download() as download:
        page.click(selector)
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_a_hand_is_shown_as_a_picture_and_opened_from_a_link(opened: Opened, tmp_path: Path) -> None:
    page = opened(accept_downloads=True)
    read_sample(page)
    file = download(page, "#share-picture", tmp_path)
    picture = cv2.imread(str(file))
    assert picture is not None
    assert picture.shape[1] == 1080
    assert picture.shape[0] > 900
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 5000  # the crop of the photo is in it, and tiles
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.click("#share-hand")
    until(page, "window.copied")
    link = page.evaluate("window.copied")
    total = page.inner_text("#answer .total")
    other = opened(path="#hand=" + link.partition("#hand=")[2])
    expect_total(other, total)
    assert other.locator('[data-zone="concealed"] .tile[data-id]').count() > 4
    assert "#hand=" not in other.url
    other.goto(other.url.partition("#")[0] + "#hand=bm9uZQ")
    expect(other.locator("#notice")).to_contain_text("no hand in this link")


def test_other_rules_and_the_page_of_a_rule(opened: Opened) -> None:
    page = opened()
    read_sample(page)
    page.click("#compare")
    rows = page.locator("#compared .compared")
    expect(rows.first).to_be_visible()
    paid = page.locator("#compared .compared strong").all_inner_texts()
    gains = [int(text.removeprefix("+")) for text in paid]
    assert gains == sorted(gains, reverse=True)
    assert len(gains) > 3
    refused = "all => all.map((one) => one.classList.contains('refused'))"
    order = page.locator("#compared li").evaluate_all(refused)
    assert order == sorted(order)
    assert all(len(text) < 140 for text in page.locator("#compared .refused").all_inner_texts())
    page.locator('[data-compared="hongkong"] button').click()
    page.wait_for_selector('#rules[data-rules="hongkong"]')
    page.locator(".fans button[aria-expanded]").first.click()
    name = page.locator(".fans button[aria-expanded] span").first.inner_text()
    page.locator(".fans .rule-of").first.click()
    expect(page.locator("#rule-page .lit strong")).to_have_text(name)
    page.go_back()
    expect(page.locator("#rule-page")).to_have_count(0)


def test_the_rule_list_begins_with_what_people_play(opened: Opened) -> None:
    page = opened()
    page.click("#rules")
    ids = "all => all.map((one) => one.dataset.rules)"
    usual = ["riichi", "hongkong", "taiwan", "guobiao", "sichuan"]
    assert page.locator("#rules-list [data-rules]").evaluate_all(ids)[:5] == usual
    expect(page.locator('[data-rules="taiwan"] .quiet')).to_contain_text("16 tiles · flowers")
    names = page.locator("#rules-list [data-rules] span:first-child").all_inner_texts()[5:]
    assert names == sorted(names, key=str.lower)
    page.click('#rules-list [data-rules="wuhan"]')
    page.click("#rules")
    first = page.locator("#rules-list [data-rules]").evaluate_all(ids)
    assert first[:6] == ["wuhan", *usual]
    assert len(first) == len(set(first))


def record_kept_hand(page: Any) -> None:
    """Record the sample as won at a new table, on a phone that remembers hands with their pictures."""
    page.click("#settings")
    page.check("#remember")
    page.click("#settings-dialog [data-close]")
    open_table(page)
    page.click("#nav-hand")
    read_sample(page)
    won(page, "E", "drawn")
    page.click("#to-ledger")


def test_what_a_phone_keeps_goes_to_another(opened: Opened, tmp_path: Path) -> None:
    page = opened(accept_downloads=True)
    record_kept_hand(page)
    expect(page.locator("#history .entry")).to_have_count(1)
    page.click("#told-open")
    page.fill('#told [name="line"]', "Bo, 12 fan, from Cai")
    page.click("#write-told")
    expect(page.locator("#history .entry")).to_have_count(2)
    page.click("#settings")
    page.click("#hands-open")
    expect(page.locator("#hands-kept img.kept")).to_have_count(1)
    assert page.evaluate("document.querySelector('#hands-kept img').naturalWidth") > 100
    page.click("#hands-kept .main")
    page.click("#settings")
    page.click("#statistics-open")
    expect(page.locator("#statistics tr").nth(1)).to_be_visible()
    texts = page.locator("#statistics tr:has(th[scope=row])").all_inner_texts()
    rows = {row.split()[0]: row.split() for row in texts}
    assert rows["Ann"][1:3] == ["2", "1"]
    assert rows["Bo"][1:3] == ["2", "1"]
    assert rows["Cai"][4] == "1"  # dealt in once
    expect(page.locator("#statistics .tile")).not_to_have_count(0)  # of the best hand
    page.click("#statistics .main")
    choose_language(page, "ja")
    page.click("#settings")
    expect(page.locator("#save-everything")).to_have_text("すべて書き出す")
    file = download(page, "#save-everything", tmp_path)
    kept = json.loads(file.read_text())
    assert kept["paiyan"] == 1
    assert len(kept["hands"]) == 1
    other = opened()
    other.click("#settings")
    other.set_input_files("#take-in", {"name": "x.json", "mimeType": "application/json", "buffer": b"[]"})
    expect(other.locator("#notice")).to_contain_text("was not exported from this page")
    other.click("#settings")
    with other.expect_navigation():
        other.set_input_files("#take-in", str(file))
    other.wait_for_selector("html[data-ready]")
    other.click("#nav-table")
    expect(other.locator("#history .entry")).to_have_count(2)
    other.click("#settings")
    other.click("#hands-open")
    expect(other.locator("#hands-kept img.kept")).to_have_count(1)


def test_a_hand_that_is_corrected_is_kept_once(opened: Opened) -> None:
    page = opened()
    record_kept_hand(page)
    page.click("button.deal")
    page.click(".correct")
    page.click('#ask [data-seat="S"]')
    expect(page.locator("#answer .square .S")).to_contain_text("+81")
    page.click("#to-ledger")
    expect(page.locator("#history .entry")).to_contain_text("Bo")
    until(page, KEPT)
    page.click("#settings")
    page.click("#hands-open")
    expect(page.locator("#hands-kept li")).to_have_count(1)
    expect(page.locator("#hands-kept li")).to_contain_text("Bo")
    expect(page.locator("#hands-kept img.kept")).to_have_count(1)  # the picture of before


KEPT = """async () => {
    const { all } = await import(new URL("js/io/memory.js", document.baseURI));
    return (await all()).some((one) => one.who === "Bo");
}"""


def test_a_photo_shared_from_the_gallery_is_read(opened: Opened) -> None:
    page = opened(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready")
    until(page, "navigator.serviceWorker.controller !== null")
    page.evaluate(
        """() => {
          const form = document.createElement('form');
          Object.assign(form, { method: 'POST', action: './share', enctype: 'multipart/form-data' });
          const file = document.createElement('input');
          form.append(Object.assign(file, { type: 'file', name: 'photo', id: 'handed' }));
          document.body.append(form);
        }"""
    )
    page.set_input_files("#handed", str(SAMPLE))
    with page.expect_navigation():
        page.evaluate("document.querySelector('#handed').form.submit()")
    page.wait_for_selector("#answer .total")
    assert "?" not in page.url
    saved(page)
    page.goto(page.url.partition("#")[0] + "?do=table")
    expect(page.locator("#view-table")).to_be_visible()
