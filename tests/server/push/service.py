"""A push service on this machine: real HTTPS, with a certificate of its own."""

import datetime
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat


@dataclass(frozen=True)
class Request:
    """What the service was sent."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Service:
    """Answers with the status of the path: /410/… is gone, and everything else created."""

    host: str
    trust: ssl.SSLContext
    heard: list[Request] = field(default_factory=list)


def certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """A file with key and certificate for localhost, and a context that trusts it."""
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    pem = made.public_bytes(Encoding.PEM)
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = folder / "certificate.pem"
    file.write_bytes(secret + pem)
    return file, ssl.create_default_context(cadata=pem.decode())


@contextmanager
def running(folder: Path) -> Iterator[Service]:
    file, trust = certificate(folder)
    service = Service("", trust)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.heard.append(Request(self.path, dict(self.headers), body))
            first = self.path.split("/")[1]
            self.send_response(int(first) if first.isdigit() else 201)
            if first == "307":
                self.send_header("Location", f"https://{service.host}/redirected")
            self.end_headers()
            if first == "500":
                for _ in range(1000):
                    self.wfile.write(b"x" * 100_000)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def handle(self) -> None:
            """Whoever does not trust us, or does not read on, leaves early."""
            try:
                super().handle()
            except OSError:
                self.close_connection = True

        def finish(self) -> None:
            try:
                super().finish()
            except OSError:
                self.close_connection = True

    server = ThreadingHTTPServer(("localhost", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    server.socket = context.wrap_socket(
        server.socket, server_side=True, do_handshake_on_connect=False
    )
    service.host = f"localhost:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
