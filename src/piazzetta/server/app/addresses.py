"""Where the server can be reached: its sockets, its address in the local network, its links."""

import errno
import ipaddress
import re
import socket
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

EVERYWHERE = ("0.0.0.0", "::")
ANOTHER_PORT = """
Perhaps it runs already. To take any free port: piazzetta serve --port 0
or: make play ARGS="--port 0\""""
_LOCAL_NAMES = ("localhost", "")
_MAPPED, _MAPPED_BITS = "::ffff:", 96
"""What stands before an IPv4 address that is written as one of IPv6, and its length."""
_HOST = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
"""A name or an address, and perhaps a port: what a browser says that it has reached."""
# Nothing is sent there: the system only says through which of its addresses it would go.
_SOMEWHERE = ("192.0.2.1", 9)


class AddressError(Exception):
    """The server cannot listen there."""


def listen(host: str, port: int, backlog: int = 4096) -> socket.socket:
    """A socket that accepts; port 0 lets the system choose one."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return _bound(socket.socket(family, kind, protocol), address, backlog)
    except OSError as error:
        reason = error.strerror or str(error)
        way_out = ANOTHER_PORT if error.errno == errno.EADDRINUSE else ""
        raise AddressError(f"cannot listen on {host} port {port}: {reason}{way_out}") from error


def _bound(opened: socket.socket, address: object, backlog: int) -> socket.socket:
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)  # type: ignore[arg-type]
        opened.listen(backlog)
        opened.setblocking(False)
    except OSError:
        opened.close()
        raise
    return opened


def lan_address() -> str:
    """This machine's address in its network; the local one where it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return _by_name()


def _by_name() -> str:
    try:
        found = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        found = []
    return next((one for one in found if not ipaddress.ip_address(one).is_loopback), "127.0.0.1")


def trusted(proxies: Iterable[str]) -> list[str]:
    """Each address or network, and how it is written where one socket takes both kinds: 127.0.0.1
    comes as ::ffff:127.0.0.1 then."""
    return [form for proxy in proxies for form in (proxy, *_mapped(proxy))]


def _mapped(proxy: str) -> Iterator[str]:
    network = ipaddress.ip_network(proxy)
    if isinstance(network, ipaddress.IPv4Network):
        bits = network.prefixlen + _MAPPED_BITS
        yield f"{_MAPPED}{network.network_address}" + (f"/{bits}" if "/" in proxy else "")


def url_of(host: str, port: int) -> str:
    """The server's address as a link."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}" + ("" if port == 80 else f":{port}")


def is_host(text: str) -> bool:
    """Whether a link can lead there."""
    return _HOST.fullmatch(text) is not None


def is_local(host: str) -> bool:
    """Whether it leads nowhere from another machine."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host in _LOCAL_NAMES or host.endswith(".localhost")


@dataclass(frozen=True, slots=True)
class Links:
    """Makes links that work where they are read."""

    public: str = ""
    """What the operator says it is; else it follows from each request."""
    lan: str = ""
    """The address in the local network, where people are invited from there."""

    def base(self, scheme: str, host: str) -> str:
        """Where whoever sent this request, and everybody they invite, reaches the server."""
        if self.public:
            return self.public.rstrip("/")
        if self.lan and is_local(urlsplit(f"//{host}").hostname or ""):
            return self.lan
        return f"{scheme}://{host}" if host else self.lan

    def table(self, base: str, table: str) -> str:
        """To a table."""
        return f"{base}/t/{table}"

    def device(self, base: str, secret: str) -> str:
        """To be somebody on another device: the secret is in the fragment, and never sent."""
        return f"{base}/link#{secret}"
