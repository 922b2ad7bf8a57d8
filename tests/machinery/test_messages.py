"""What is wrong, said in French: situations, scenarios, claims, populations."""

import copy
import pickle

import pytest

from openfisca_jobgrant.languages.messages import (
    Message,
    either,
    in_language,
    joined,
    listed,
    message,
    message_of,
    of_library,
    verbatim,
)
from openfisca_jobgrant.population import PopulationError
from openfisca_jobgrant.population.errors import refused
from openfisca_jobgrant.population.report import tables_of
from openfisca_jobgrant.proofs.claims import ClaimError, parse_claim
from openfisca_jobgrant.scenarios import ScenarioError, Scenarios
from openfisca_jobgrant.scenarios.files import scenario_from_data
from openfisca_jobgrant.situations import SituationError, SituationReader, parse_json
from openfisca_jobgrant.situations.faults import nearest


@pytest.fixture(scope="module")
def library(system):
    return Scenarios(system)


def in_french(action, *arguments):
    """What an action that is refused says, in English and in French."""
    with pytest.raises((SituationError, ScenarioError, ClaimError, PopulationError)) as error:
        action(*arguments)
    english = message_of(error.value)
    assert str(error.value) == english
    return str(english), in_language(english, "fr")


def test_a_message_is_its_english_text():
    made = message("there is no variable {name}{hint}", name="x", hint=nearest("agee", ["age"]))
    assert made == "there is no variable x; did you mean 'age'?"
    assert in_language(made, "en") == made
    assert type(in_language(made, "en")) is str
    assert made.said_in("fr") == "il n'existe pas de variable x; vouliez-vous dire 'age'?"


def test_braces_of_a_part_are_no_parts():
    made = message("there is no file {path}", path="{name}")
    assert (made, made.said_in("fr")) == (
        "there is no file {name}",
        "il n'existe pas de fichier {name}",
    )
    assert verbatim("{a} %s {}").said_in("fr") == "{a} %s {}"


def test_texts_are_put_together():
    assert either(["a", "b", "c"]).said_in("fr") == "a ou b ou c"
    assert listed(["a", "b"]).said_in("fr") == "a, b"
    both = joined([message("an object"), "x", message("a list")])
    assert (both, both.said_in("fr")) == ("an object; x; a list", "un objet; x; une liste")
    assert not joined([])
    assert of_library("nobody translates this").said_in("fr") == "nobody translates this"
    assert message_of(FileNotFoundError(2, "No such file or directory", "x")).said_in("fr") == (
        "ce fichier ou ce dossier n'existe pas"
    )


@pytest.mark.parametrize("moved", [copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))])
def test_errors_travel_with_their_messages(moved):
    error = moved(refused(3, "month", None, message("a month, such as 2014-04")))
    assert (error.row, error.column) == (3, "month")
    assert isinstance(message_of(error), Message)
    assert in_language(message_of(error), "fr") == (
        "ligne 3, colonne month : on n'accepte pas null, mais un mois, comme 2014-04"
    )


# What is wrong with participant a → what is said of it in French.
SITUATIONS = {
    '{"tution_fees": {"2014-04": 1}}': (
        "/participants/a/tution_fees : il n'existe pas de variable de ce nom; "
        "vouliez-vous dire 'tuition_fees'?"
    ),
    '{"tuition_fees": {"2014": 1}}': (
        "/participants/a/tuition_fees/2014 : 2014 n'est pas une période de tuition_fees : "
        "écrivez un mois, comme 2014-04"
    ),
    '{"tuition_fees": {"1800-04": 1}}': (
        "/participants/a/tuition_fees/1800-04 : 1800-04 est hors limites : de 1900 à 2100"
    ),
    '{"tuition_fees": {"2014-04": -5}}': (
        "/participants/a/tuition_fees/2014-04 : on n'accepte pas -5, mais un montant en dollars, "
        "avec deux décimales au plus, de 0 à 1000000000000"
    ),
    '{"employment_status": {"2014-04": "employe"}}': (
        "/participants/a/employment_status/2014-04 : on n'accepte pas \"employe\", mais l'un de : "
        "employed, underemployed, unemployed; vouliez-vous dire 'employed'?"
    ),
    "[]": (
        "/participants/a : un membre de participants est un objet avec des variables, vide s'il "
        "n'y en a pas (une liste vide)"
    ),
}


@pytest.mark.parametrize("content", SITUATIONS)
def test_situations(system, content):
    document = parse_json(f'{{"participants": {{"a": {content}}}}}')
    _, french = in_french(SituationReader(system).read, document)
    assert french == SITUATIONS[content]


def test_json():
    assert in_french(parse_json, "{") == (
        "/: the request is not JSON: Expecting property name enclosed in double quotes "
        "(line 1, column 2) (the end of the text)",
        "/ : la requête n'est pas du JSON : un nom de propriété entre guillemets droits est "
        "attendu (ligne 1, colonne 2) (la fin du texte)",
    )
    assert in_french(parse_json, '{"a": 1, "a": 2}')[1] == (
        '/a : la clé "a" figure deux fois dans le même objet'
    )


def test_scenarios(library):
    assert in_french(library.parse, "plan+contribution.federal.maximum=-1.001@2014-04-01")[1] == (
        "contribution.federal.maximum : on n'accepte pas -1.001 : un chiffre n'est pas négatif; "
        "un montant d'argent a deux décimales au plus"
    )
    start = "plan+contribution.federal.maximum=1@1800-01-01"
    assert in_french(library.parse, start)[1] == (
        'contribution.federal.maximum : "1800-01-01" n\'est pas un jour pour start; écrivez un '
        "jour comme 2014-04-01, entre 1900-01-01 et 2100-12-31"
    )
    assert in_french(library.parse, "plann")[1].startswith('il n\'existe pas de régime "plann"; ')
    data = {"parameters": [{"path": "contribution.federal.maximum", "valeur": 1}]}
    assert in_french(scenario_from_data, data, library.baseline.parameters)[1] == (
        'un changement de chiffre n\'a pas de clé "valeur", mais path, value, start, stop, reason; '
        "vouliez-vous dire 'value'?"
    )


def test_clashes(library):
    assert in_french(library.system, "plan+premiers_package+delivered_programmes")[1] == (
        "premiers_package modifie la subvention nationale, que delivered_programmes remplace par "
        "les programmes propres des provinces et territoires"
    )
    english, french = in_french(library.system, "plan+counter_offer_2014+final_offer_2014")
    assert english.startswith("counter_offer_2014 sets ")
    assert french.startswith("counter_offer_2014 fixe ")
    assert " sets " not in french
    assert len(french.split("; ")) == len(english.split("; "))


def test_claims(library):
    assert in_french(parse_claim, "plan: tuition_fees", library)[1] == (
        '"tuition_fees" est du genre « nombre », et il faut ici le genre « condition »'
    )
    assert in_french(parse_claim, "plan: tuition_fee > 3", library)[1] == (
        "il n'existe pas de variable \"tuition_fee\"; vouliez-vous dire 'tuition_fees'?"
    )
    assert in_french(parse_claim, "plan: 3 <", library)[1] == (
        '"3 <" ne se lit pas comme une expression : syntaxe non valide'
    )


def test_populations():
    assert in_french(tables_of, "size")[1] == (
        "les totaux ne peuvent pas être ventilés par 'size'; ils le sont par jurisdiction, "
        "size_class, status, group, ou croisés, comme jurisdiction*size_class"
    )
