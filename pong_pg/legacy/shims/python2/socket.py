"""`socket` of Python 2: what is sent and received are byte strings."""

from __future__ import annotations

import socket as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import called_by_python2, on_strings, public, to_bytes, to_str
from pong_pg.legacy.runtime.python2_files import on_raw

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module

inet_ntoa = on_strings(_real.inet_ntoa)
inet_ntop = on_strings(_real.inet_ntop)


def inet_aton(ip_string: str) -> Any:
    """Return the four bytes of an address."""
    return to_str(_real.inet_aton(ip_string))


def inet_pton(address_family: int, ip_string: str) -> Any:
    """Return the bytes of an address."""
    return to_str(_real.inet_pton(address_family, ip_string))


class socket(_real.socket):  # noqa: N801 - it is Python 2's name
    """A socket."""

    def recv(self, *arguments: Any) -> Any:
        """Receive at most so many bytes."""
        data = super().recv(*arguments)
        return to_str(data) if called_by_python2() else data

    def recvfrom(self, *arguments: Any) -> Any:
        """Receive at most so many bytes; return them and the address of the sender."""
        data, address = super().recvfrom(*arguments)
        return (to_str(data) if called_by_python2() else data), address

    def send(self, data: Any, *arguments: Any) -> int:
        """Send bytes; return how many were sent."""
        return super().send(to_bytes(data), *arguments)

    def sendall(self, data: Any, *arguments: Any) -> None:
        """Send all bytes."""
        super().sendall(to_bytes(data), *arguments)

    def sendto(self, data: Any, *arguments: Any) -> int:
        """Send bytes to an address."""
        return super().sendto(to_bytes(data), *arguments)

    def accept(self) -> Any:
        """Accept a connection; return a socket and the address of the other side."""
        accepted, address = super().accept()
        return socket(accepted.family, accepted.type, accepted.proto, accepted.detach()), address

    def makefile(self, mode: str = "r", bufsize: int = -1, **named: Any) -> Any:  # type: ignore[override]  # Python 2's
        """Return a file on the socket."""
        if not called_by_python2() or named:
            return super().makefile(mode, bufsize if bufsize >= 0 else None, **named)
        plain = "".join(letter for letter in mode if letter in "rw") or "r"
        return on_raw(super().makefile(plain + "b", 0), "<socket>", mode, bufsize)


SocketType = socket


def socketpair(*arguments: Any) -> Any:
    """Return two connected sockets."""
    return tuple(socket(end.family, end.type, end.proto, end.detach()) for end in _real.socketpair(*arguments))


def create_connection(*arguments: Any, **named: Any) -> Any:
    """Return a socket connected to an address."""
    made = _real.create_connection(*arguments, **named)
    limit = made.gettimeout()
    mine = socket(made.family, made.type, made.proto, made.detach())
    mine.settimeout(limit)
    return mine
