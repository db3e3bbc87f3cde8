"""The parts that replace a server on a phone: pixels in JavaScript, numbers in plain Python.

`arrays` stands where numpy is imported, `pixels` where `paiyan.vision.pixels` is; `reading` awaits the
networks. `paiyan.service.browser_engine` packs them with `vision` and `scorer`, of which no file is changed.
In: a picture that the browser decoded. Out: the JSON that ``POST /v1/read`` gives.
To touch: what vision newly asks of numpy or of pixels wants its twin here, and in web/js/phone/pixels.js.
"""
