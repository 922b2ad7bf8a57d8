"""What is wrong, said so that it can be said again in another language.

Errors are raised in English, by code that doesn't know who will read them. Their messages keep the
sentence and its parts, so that whoever shows them can say them in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from openfisca_jobgrant.languages import catalogue


class Message(str):
    """A text in English that knows how it was made. It is made by ``message``.

    Attributes:
        template: The English sentence, with names in braces for the parts.
        parts: What stands for the names; a part that is a message is said in the language, too.
    """

    __slots__ = ("parts", "template")
    template: str
    parts: Mapping[str, object]

    def __new__(cls, template: str, parts: Mapping[str, object]) -> Message:
        made = super().__new__(cls, template.format(**parts))
        made.template, made.parts = template, parts
        return made

    def __reduce__(self) -> tuple[type[Message], tuple[str, dict[str, object]]]:
        # Errors travel between processes.
        return Message, (self.template, dict(self.parts))

    def said_in(self, language: str) -> str:
        """The text in a language; in English where it has no other."""
        if language == "en":
            return str(self)
        parts = {
            name: in_language(part, language) if isinstance(part, str) else part
            for name, part in self.parts.items()
        }
        return catalogue().get(self.template, self.template).format(**parts)


def message(template: str, /, **parts: object) -> Message:
    """A text that is said to people when something is wrong.

    Args:
        template: The English sentence, with names in braces for the parts. It is written out here,
            so that it is found and gets its French; braces of its own are doubled.
        parts: What stands for the names.
    """
    return Message(template, parts)


def verbatim(text: str) -> Message:
    """Text that is the same in every language: names, numbers, dates."""
    return Message("{text}", {"text": text})


def listed(words: Iterable[str]) -> Message:
    """Names that are the same in every language, with commas between them."""
    return verbatim(", ".join(words))


def either(words: Iterable[str]) -> Message:
    """Names of which one is to be chosen, with "or" between them."""
    first, *others = map(verbatim, words)
    for other in others:
        first = message("{first} or {other}", first=first, other=other)
    return first


def joined(texts: Iterable[str], between: str = "; ") -> Message:
    """Several texts as one, each said in the language if it is a message.

    Args:
        texts: The texts.
        between: What stands between them.
    """
    parts = {f"at{place}": text for place, text in enumerate(texts)}
    return Message(between.join(f"{{{name}}}" for name in parts), parts)


#: What Python, its JSON reader and the web framework say of ordinary mistakes. Whatever else they
#: say stays in English.
OF_LIBRARIES = frozenset(
    (
        "No such file or directory",
        "Is a directory",
        "Not a directory",
        "Permission denied",
        "No space left on device",
        "Expecting value",
        "Expecting property name enclosed in double quotes",
        "Expecting ':' delimiter",
        "Expecting ',' delimiter",
        "Extra data",
        "Illegal trailing comma before end of array",
        "Illegal trailing comma before end of object",
        "Invalid \\escape",
        "Invalid \\uXXXX escape",
        "Invalid control character at",
        "Unterminated string starting at",
        "invalid syntax",
        "Bad Request",
        "Content Too Large",
        "Internal Server Error",
        "Method Not Allowed",
        "Not Acceptable",
        "Not Found",
        "Request Entity Too Large",
        "Request-URI Too Long",
        "URI Too Long",
        "Request Timeout",
        "Too Many Requests",
        "Unprocessable Content",
        "Unprocessable Entity",
        "Unsupported Media Type",
        "The requested URL was not found on the server. If you entered the URL manually please "
        "check your spelling and try again.",
        "The method is not allowed for the requested URL.",
        "The browser (or proxy) sent a request that this server could not understand.",
    )
)

#: No text at all.
NOTHING = Message("", {})


def message_of(error: BaseException) -> Message:
    """What an error says: its message, or what a library says in English."""
    if isinstance(error, OSError) and error.strerror:
        return of_library(error.strerror)
    said = error.args[0] if error.args else None
    return said if isinstance(said, Message) else of_library(str(error))


def of_library(text: str) -> Message:
    """What Python or a library says: a message if it is one already, or one of ``OF_LIBRARIES``."""
    if isinstance(text, Message):
        return text
    return Message(text, {}) if text in OF_LIBRARIES else verbatim(text)


def in_language(text: str, language: str) -> str:
    """A message in a language; any other text as it is."""
    return text.said_in(language) if isinstance(text, Message) else text
