"""`piazzetta serve`: tables on this machine, in the local network, or behind a proxy."""

import argparse
import ipaddress
from urllib.parse import urlsplit

from piazzetta.cli.commands import Commands, missing

PAGE = "docs/server.md tells how it works, docs/deploy.md how it is run for many."
PORTS = range(65536)


def add(commands: Commands) -> None:
    """Describe the command line."""
    text = "serve tables to browsers and programs"
    parser = commands.add_parser("serve", help=text, description=text, epilog=PAGE)
    _add_place(parser)
    parser.add_argument(
        "--db",
        default="",
        metavar="FILE-OR-URL",
        help="an SQLite file or postgresql://…; default: a file in your data folder",
    )
    redis = "redis://…: tell other servers on the same database what happens"
    parser.add_argument("--redis", default="", metavar="URL", help=redis)
    parser.add_argument(
        "--program",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="offer a program as a bot; docs/arena.md tells how it is asked",
    )
    parser.add_argument(
        "--push-service",
        action="append",
        default=[],
        metavar="HOST",
        help="also call browsers through this push service; those of the known browsers are",
    )
    parser.add_argument(
        "--no-limits",
        action="store_true",
        help="answer as often as asked: for measurements, and among friends",
    )
    parser.add_argument("--open", action="store_true", help="open it in your browser")
    parser.set_defaults(run=lambda arguments: _run(parser, arguments))


def _add_place(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="", metavar="H", help="default: 127.0.0.1")
    port = "default: 8000; 0 picks a free one"
    parser.add_argument("--port", type=_port, default=8000, metavar="N", help=port)
    lan = "let others in the local network play too; links carry the address there"
    parser.add_argument("--lan", action="store_true", help=lan)
    public = "where people reach it, if that is not where it listens: https://…"
    parser.add_argument("--public-url", type=_url, metavar="URL", help=public)
    proxy = "the address, or network, of a reverse proxy whose X-Forwarded headers are believed"
    parser.add_argument(
        "--proxy", type=_proxy, action="append", default=[], metavar="ADDRESS", help=proxy
    )


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) not in PORTS:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to {PORTS[-1]}")
    return int(text)


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise argparse.ArgumentTypeError(f"{text!r} is no http:// or https:// address")
    return text


def _proxy(text: str) -> str:
    """As whoever compares addresses understands it: a name would never be the one that asks."""
    try:
        return str(ipaddress.ip_network(text) if "/" in text else ipaddress.ip_address(text))
    except ValueError as error:
        reason = f"{text!r} is no address, such as 127.0.0.1, nor a network, such as 10.0.0.0/8"
        raise argparse.ArgumentTypeError(reason) from error


def _run(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    try:
        # Imported only now: other commands should not wait for it, and it needs more than Python.
        from piazzetta.server.app.serve import Settings, serve
    except ModuleNotFoundError as error:
        missing(parser, error)
    return serve(
        Settings(
            host=arguments.host,
            port=arguments.port,
            database=arguments.db,
            lan=arguments.lan,
            redis=arguments.redis,
            public_url=arguments.public_url or "",
            programs=tuple(arguments.program),
            proxies=tuple(arguments.proxy),
            limited=not arguments.no_limits,
            push_services=tuple(arguments.push_service),
            opened=arguments.open,
        )
    )
