"""A live server, and a real browser that may ask nobody else."""

import logging
import shutil
import threading
from urllib.parse import urlsplit

import pytest
from werkzeug.serving import make_server

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 360, "height": 740}


@pytest.fixture(scope="session")
def address(app):
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/workbench"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def chromium():
    # `openfisca test` reads this file, too, also where there is no Playwright.
    from playwright.sync_api import Error, sync_playwright

    installed = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=installed, args=ARGUMENTS)
        except Error as error:
            pytest.fail(
                "these tests need a browser: install Debian's `chromium`, or run "
                f"`playwright install chromium` ({str(error).splitlines()[0]})"
            )
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium, address):
    """Opens a page; at the end nothing may have been asked elsewhere, nor any error told."""
    contexts, told, elsewhere = [], [], []

    def open_it(path, **options):
        context = chromium.new_context(**{"viewport": WIDE, "locale": "en-CA", **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda said: _hear(said))
        page.on("pageerror", lambda error: told.append(str(error)))
        page.on("dialog", lambda dialog: (told.append(dialog.message), dialog.dismiss()))
        page.on("request", lambda asked: _note(asked.url))
        page.goto(path if path.startswith("http") else address + path)
        return page

    def _hear(said):
        # The browser itself tells of an address at which there is nothing.
        if said.type == "error" and not urlsplit(said.location["url"]).path.endswith("/nowhere"):
            told.append(said.text)

    def _note(url):
        parts = urlsplit(url)
        if parts.scheme != "data" and parts.netloc != urlsplit(address).netloc:
            elsewhere.append(url)

    yield open_it
    for context in contexts:
        context.close()
    assert not told
    assert not elsewhere
