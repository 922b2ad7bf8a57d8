"""Whom the law speaks of: participants, and the groups that they belong to.

Every participant belongs to exactly one application, one employer and one jurisdiction. The
participants of an application share the employer; those of an employer share the jurisdiction.
"""

from openfisca_core.entities import build_entity

Participant = build_entity(
    key="participant",
    plural="participants",
    label="Participant",
    doc="The person who is trained, whether employed, underemployed or unemployed.",
    is_person=True,
)

Application = build_entity(
    key="application",
    plural="applications",
    label="Application",
    doc="One employer's request for one training course for one or more participants.",
    roles=[
        {
            "key": "participant",
            "plural": "participants",
            "label": "Participants",
            "doc": "The persons for whose training the application is made.",
        }
    ],
)

Employer = build_entity(
    key="employer",
    plural="employers",
    label="Employer",
    doc="Who employs the participants, or will hire them, and pays the employer contribution.",
    roles=[
        {
            "key": "participant",
            "plural": "participants",
            "label": "Participants",
            "doc": "The persons whom the employer has trained.",
        }
    ],
)

Jurisdiction = build_entity(
    key="jurisdiction",
    plural="jurisdictions",
    label="Jurisdiction",
    doc="The province or territory that runs the programme and receives the transfers.",
    roles=[
        {
            "key": "participant",
            "plural": "participants",
            "label": "Participants",
            "doc": "The persons trained under the jurisdiction's programme.",
        }
    ],
)

entities = [Participant, Application, Employer, Jurisdiction]
