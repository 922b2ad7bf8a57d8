"""Months and days, in the ways that people write them in either language."""

import pytest

from openfisca_jobgrant.workbench.dates import day_in, month_in


@pytest.mark.parametrize(
    "text",
    ["2014-09", "2014-9", " 2014/09", "09-2014", "9/2014", "septembre 2014", "Sept. 2014",
     "September 2014", "SEPTEMBRE  2014"],
)  # fmt: skip
def test_a_month_is_read_as_people_write_it(text):
    assert month_in(text) == "2014-09"


def test_accents_may_be_left_out():
    assert month_in("février 2015") == month_in("fevrier 2015") == "2015-02"
    assert month_in("août 2015") == month_in("aout 2015") == "2015-08"


@pytest.mark.parametrize("text", ["", "2014", "2014-13", "13-2014", "Smarch 2014", "2014-09-01",
                                  "1 septembre 2014", "٢٠١٤-٠٩", "0000-01"])  # fmt: skip
def test_what_is_no_month_is_none(text):
    assert month_in(text) is None


@pytest.mark.parametrize(
    "text", ["2014-04-01", "2014/4/1", "1er avril 2014", "1 avril 2014", "April 1, 2014",
             "1st April 2014"]
)  # fmt: skip
def test_a_day_is_read_as_people_write_it(text):
    assert day_in(text) == "2014-04-01"


@pytest.mark.parametrize("text", ["", "01/04/2014", "2014-02-30", "2014-04", "avril 2014",
                                  "1 April 2, 2014"])  # fmt: skip
def test_what_is_no_day_or_could_be_two_is_none(text):
    assert day_in(text) is None
