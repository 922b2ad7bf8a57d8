"""Pictures of the workbench for the README: ``make screenshots`` writes docs/images/*.png."""

import logging
import shutil
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from openfisca_jobgrant.web.serving import application

IMAGES = Path(__file__).resolve().parent / "images"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking",
             "--disable-component-update", "--disable-sync"]  # fmt: skip
SHOP = "month=2014-09&tuition_fees=6000&wages_during_training=3000&employee_count=9"
#: Name, address, width, height.
PICTURES = (
    (
        "compare",
        f"/?lang=en&{SHOP}&s=plan&s=small_business_relief&s=canada_job_fund_2014"
        "&title=Fifteen+hundred+from+Ottawa&path=contribution.federal.maximum&value=1500"
        "&from=2014-04-01&to=",
        1280,
        860,
    ),
    (
        "participants",
        "/?lang=fr&month=2015-10&s=plan&s=delivered_programmes&tuition_fees=9000&participants=3"
        "&tuition_fees.2=6000&who.2=Wes&employment_status.3=unemployed&has_job_offer.3=false"
        "&tuition_fees.3=1000",
        1280,
        860,
    ),
    ("provinces", "/provinces?lang=fr&s=plan&month=2014-09", 1280, 860),
    (
        "curves",
        "/curves?lang=en&month=2015-10&s=delivered_programmes&s=plan&along=employee_count"
        "&tuition_fees=15000&wages_during_training=4000",
        1280,
        800,
    ),
    ("law", "/law/figures/contribution.federal.maximum?lang=fr", 1280, 760),
    ("phone", f"/?lang=fr&{SHOP}&s=plan&s=premiers_package#results", 360, 740),
)


def main():
    """Write every picture."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    IMAGES.mkdir(exist_ok=True)
    server = make_server("127.0.0.1", 0, application(), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}/workbench"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=ARGUMENTS
        )
        for name, path, width, height in PICTURES:
            page = browser.new_page(
                viewport={"width": width, "height": height}, reduced_motion="reduce"
            )
            page.goto(base + path, wait_until="networkidle")
            page.screenshot(path=IMAGES / f"{name}.png")
            print(IMAGES / f"{name}.png")
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
