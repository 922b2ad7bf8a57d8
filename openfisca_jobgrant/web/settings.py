"""How the server is set up: environment variables, each checked before anything starts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from openfisca_jobgrant.situations.faults import nearest, shown
from openfisca_jobgrant.situations.json_text import Limits

PREFIX = "JOBGRANT_"
_ORIGIN = re.compile(r"https?://[A-Za-z0-9.\-]+(:\d{1,5})?|https?://\[[0-9a-fA-F:]+\](:\d{1,5})?")
_ADDRESS = re.compile(r"(?P<host>\[[0-9a-fA-F:]+\]|[A-Za-z0-9.\-]+):(?P<port>\d{1,5})")
_LAST_PORT = 65535


class SettingsError(ValueError):
    """Settings that can't be; the message names each with what would be accepted."""


@dataclass(frozen=True)
class Setting:
    """One environment variable.

    Attributes:
        name: Its name.
        about: What it sets, in words.
        accepted: What it accepts, in words.
        read: From its text to its value; it raises ``ValueError`` for what isn't accepted.
    """

    name: str
    about: str
    accepted: str
    read: Callable[[str], Any]


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise ValueError(text)
        return int(text)

    return read


def _bind(text: str) -> tuple[str, int]:
    match = _ADDRESS.fullmatch(text)
    if match is None or not 1 <= int(match["port"]) <= _LAST_PORT:
        raise ValueError(text)
    return match["host"], int(match["port"])


def _origins(text: str) -> tuple[str, ...]:
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    if found != ("*",) and not all(_ORIGIN.fullmatch(origin) for origin in found):
        raise ValueError(text)
    return found


def _rate(text: str) -> float | None:
    if not text:
        return None
    if not re.fullmatch(r"\d{1,6}(\.\d{1,3})?", text, re.ASCII) or float(text) == 0:
        raise ValueError(text)
    return float(text)


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return read


def _setting(default: Any, name: str, about: str, accepted: str, read: Callable[[str], Any]) -> Any:
    return field(
        default=default, metadata={"setting": Setting(PREFIX + name, about, accepted, read)}
    )


def _limit(name: str, about: str, least: int, most: int) -> Any:
    default = getattr(Limits(), name.removeprefix("MAX_").lower())
    return _setting(
        default, name, about, f"a whole number from {least} to {most}", _whole(least, most)
    )


@dataclass(frozen=True)
class Settings:
    """What the server is told by its environment. Each field names its variable."""

    bind: tuple[str, int] = _setting(
        ("127.0.0.1", 5000),
        "BIND",
        "The address and port to listen on.",
        "an address and a port, such as 0.0.0.0:5000",
        _bind,
    )
    workers: int = _setting(
        2, "WORKERS", "How many processes answer.", "a whole number from 1 to 64", _whole(1, 64)
    )
    threads: int = _setting(
        4,
        "THREADS",
        "How many requests a process has under way at once.",
        "a whole number from 1 to 64",
        _whole(1, 64),
    )
    timeout: int = _setting(
        60,
        "TIMEOUT",
        "After how many seconds a process that has stopped working is started anew.",
        "a whole number of seconds from 1 to 3600",
        _whole(1, 3600),
    )
    read_timeout: int = _setting(
        20,
        "READ_TIMEOUT",
        "How many seconds a client may send nothing in the middle of its request.",
        "a whole number of seconds from 1 to 600",
        _whole(1, 600),
    )
    shutdown: int = _setting(
        30,
        "SHUTDOWN",
        "How many seconds a stopping server has to finish the requests that it has begun.",
        "a whole number of seconds from 1 to 600",
        _whole(1, 600),
    )
    proxies: int = _setting(
        0,
        "PROXIES",
        "How many proxies stand in front and are believed about the client's address and scheme.",
        "a whole number from 0 to 8",
        _whole(0, 8),
    )
    origins: tuple[str, ...] = _setting(
        ("*",),
        "ORIGINS",
        "Which web pages of other origins may read the answers.",
        "*, or origins such as https://portal.example.ca separated by commas, or nothing for none",
        _origins,
    )
    rate: float | None = _setting(
        None,
        "RATE",
        "How many requests a second one address may send to each process, on average.",
        "a number above 0, or nothing for no limit",
        _rate,
    )
    content: int = _limit("MAX_CONTENT", "Bytes of a request that are read.", 1000, 200_000_000)
    members: int = _limit(
        "MAX_MEMBERS", "Participants of one situation, and members of any kind.", 1, 1_000_000
    )
    depth: int = _limit("MAX_DEPTH", "How deep a request nests.", 6, 50)
    key: int = _limit("MAX_KEY", "Characters of a key or an id.", 20, 10_000)
    log_format: str = _setting(
        "text",
        "LOG_FORMAT",
        "How each line of the log is written.",
        "text, or json for one JSON object a line",
        _one_of("text", "json"),
    )
    log_level: str = _setting(
        "info",
        "LOG_LEVEL",
        "What is logged: info for every request, warning for faults of the server alone.",
        "debug, info, warning or error",
        _one_of("debug", "info", "warning", "error"),
    )

    @property
    def limits(self) -> Limits:
        """How much of a request is read."""
        return Limits(self.content, self.depth, self.members, self.key)


def known_settings() -> dict[str, tuple[Setting, Any]]:
    """Every environment variable with its default, by the name of its field."""
    return {at.name: (at.metadata["setting"], at.default) for at in fields(Settings)}


def settings_of(environment: Mapping[str, str]) -> Settings:
    """The settings that an environment holds.

    Args:
        environment: Such as ``os.environ``. What it doesn't name has its default.

    Raises:
        SettingsError: If a variable holds what isn't accepted; the message names all of them.
    """
    found: dict[str, Any] = {}
    faults = []
    for name, (setting, _) in known_settings().items():
        text = environment.get(setting.name)
        if text is None:
            continue
        try:
            found[name] = setting.read(text.strip())
        except ValueError:
            found_there = shown(text) if text else "empty"
            faults.append(f"{setting.name} is {found_there}; it takes {setting.accepted}")
    if faults:
        raise SettingsError("\n".join(faults))
    return Settings(**found)


def unknown_settings(environment: Mapping[str, str]) -> list[str]:
    """A warning for each variable that is named like a setting and is none.

    They aren't refused: a cluster may set such names for a service called jobgrant.
    """
    known = [setting.name for setting, _ in known_settings().values()]
    return [
        f"{name} is no setting{nearest(name, known)}"
        for name in sorted(environment)
        if name.startswith(PREFIX) and name not in known
    ]
