"""The pages of the law: search, history, rules, tests that pin them down."""


def test_search_finds_in_both_languages_without_accents(get):
    assert "contribution.federal.maximum" in get("/law?lang=en&q=largest+federal").words
    assert "provincial_match" in get("/law?lang=en&q=contrepartie+federal").words


def test_a_figure_shows_its_history_sources_and_confidence(get):
    page = get("/law/figures/contribution.federal.maximum?lang=en&at=2014-03-31")
    assert "On 31 March 2014:</span>" in page.words or "On 31 March 2014:" in page.words
    assert "$5,000.00" in page.words
    assert "https://edaalberta.ca/News-Centre/1273061" in page.words
    assert "<svg" in page.words


def test_a_rule_says_what_it_uses_and_which_cases_pin_it_down(get):
    page = get("/law/rules/federal_contribution?lang=en")
    assert "Test cases that pin it down" in page.words
    assert ".yaml</small>" in page.words


def test_a_rule_lists_the_figures_of_each_programme_that_it_reads(get):
    words = get("/law/rules/participant_ceiling?lang=fr").words
    assert "<summary>Ontario (" in words
    assert "/law/figures/programmes.ON.ceilings.participant?" in words
    assert "/law/figures/programmes.NS.ceilings.participant?" in words
    back = get("/law/figures/programmes.ON.ceilings.participant?lang=en").words
    assert "<h1>Ontario: Most that the government pays for a participant</h1>" in back
    assert "/law/rules/participant_ceiling?" in back


def test_what_rules_are_found_to_read_is_what_they_read_when_they_run(app, system):
    from openfisca_jobgrant.scenarios import Scenarios
    from openfisca_jobgrant.scenarios.tracing import figures_read, start_tracing
    from openfisca_jobgrant.situations import SituationReader
    from openfisca_jobgrant.situations.answering import simulation_of
    from openfisca_jobgrant.workbench.library import Library

    library = Library(system)
    costs = {name: {"2015-10": 900} for name in ("tuition_fees", "travel_costs")}
    asked = {"government_contribution": {"2015-10": None}, "failed_conditions": {"2015-10": None}}
    seen = set()
    for law in ("plan", "delivered_programmes", "premiers_package"):
        for code in ("ON", "BC", "NS", "QC"):
            reader = SituationReader(Scenarios(system).system(law))
            place = {"participants": ["Ann"], "jurisdiction_code": {"ETERNITY": code}}
            people = {"Ann": {**costs, **asked}}
            read = reader.read({"participants": people, "jurisdictions": {"place": place}})
            simulation = simulation_of(read, reader)
            start_tracing(simulation)
            for name in asked:
                simulation.calculate(name, "2015-10")
            seen |= {(found.variable, found.path) for found in figures_read(simulation)}
    assert len(seen) > 100
    assert [at for at in seen if at[1] not in library.figures_of_rule(at[0])] == []


def test_without_the_tests_folder_the_page_says_so(system, tmp_path):
    from openfisca_jobgrant.workbench.library import Library

    assert not Library(system, tmp_path / "none").has_tests


def test_every_rule_and_every_figure_has_a_page(app, get, system):
    from openfisca_jobgrant.scenarios.law import figures

    for name in list(system.variables)[::7]:
        get(f"/law/rules/{name}?lang=fr")
    for at in figures(system)[::25]:
        get(f"/law/figures/{at.path}?lang=fr")


def test_what_is_not_there_is_said_in_a_page(get):
    assert "<h1>" in get("/law/rules/nope", 404).words
    assert "<h1>" in get("/law/figures/nope.nope", 404).words


def test_a_rule_shows_its_figures_as_at_a_day(get):
    """The share of the grant that is diverted was none before it began."""
    page = "/law/rules/federal_job_grant_money?lang=en"
    figure = "/law/figures/transfers.job_grant.diverted_share"

    def shown(words):
        return words.partition(f'href="/workbench{figure}?')[2].partition("</li>")[0]

    assert ": 15 %" in shown(get(f"{page}&at=2014-06-01").words)
    assert ": 60 %" in shown(get(f"{page}&at=2017-06-01").words)
    assert 'value="nosuch"' in get(f"{page}&at=nosuch").words
