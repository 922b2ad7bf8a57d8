"""Asks a running Web API for the headline case of a small employer, and compares the answer.

Usage: ask.py ADDRESS FEDERAL,PROVINCIAL,EMPLOYER
"""

import json
import sys
import time
import urllib.error
import urllib.request

AMOUNTS = ("federal_contribution", "provincial_contribution", "employer_contribution")


def main(address: str, expected: str) -> None:
    participant = {"tuition_fees": {"2014-04": 15000}}
    participant |= {amount: {"2014-04": None} for amount in AMOUNTS}
    situation = {
        "participants": {"Ann": participant},
        "applications": {"course": {"participants": ["Ann"]}},
        "employers": {"shop": {"participants": ["Ann"], "employee_count": {"2014-04": 9}}},
        "jurisdictions": {"here": {"participants": ["Ann"]}},
    }
    request = urllib.request.Request(
        f"{address}/calculate",
        data=json.dumps(situation).encode(),
        headers={"Content-Type": "application/json"},
    )
    for _ in range(100):
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                answer = json.load(response)["participants"]["Ann"]
            break
        except (ConnectionError, urllib.error.URLError):
            time.sleep(0.2)
    else:
        sys.exit(f"{address} doesn't answer")
    found = [answer[amount]["2014-04"] for amount in AMOUNTS]
    if found != [float(amount) for amount in expected.split(",")]:
        sys.exit(f"{address} answers {found}, not {expected}")
    print(f"{address} answers {found}")


main(*sys.argv[1:])
