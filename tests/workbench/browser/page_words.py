"""What the pages say in each language."""

WORDS = {
    "en": {
        "tuition": "Tuition, or the training provider's fees",
        "3000": "$3,000.00",
        "2000": "$2,000.00",
        "5000": "$5,000.00",
        "7000": "$7,000.00",
        "add": "Add a participant",
        "second": "Participant 2",
        "amount": "Write an amount",
        "change": "Change this figure in a draft",
        "scenario": "The draft as a scenario file",
        "search": "largest federal",
        "record": "Decision record",
        "materials": "ontario textbooks",
    },
    "fr": {
        "tuition": "Droits de scolarité, ou honoraires du fournisseur de formation",
        "3000": "3\u00a0000,00\u00a0$",
        "2000": "2\u00a0000,00\u00a0$",
        "5000": "5\u00a0000,00\u00a0$",
        "add": "Ajouter un participant",
        "second": "Participant 2",
        "7000": "7\u00a0000,00\u00a0$",
        "amount": "Écrivez un montant",
        "change": "Changer ce chiffre dans un projet",
        "scenario": "Le projet en fichier de scénario",
        "search": "federale maximale",
        "record": "Dossier de décision",
        "materials": "ontario matériel",
    },
}
