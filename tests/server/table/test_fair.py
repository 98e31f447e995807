"""Fair deals: anybody can repeat the sums."""

import hashlib

from piazzetta.server.protocol import client
from piazzetta.server.table import fair, parts
from tests.server.table.tables import (
    ADA,
    BEN,
    SECRET,
    Host,
    chairs,
    opened,
    opening,
    running,
    share,
)


def test_the_commitment_is_a_digest_of_the_secret() -> None:
    promised = hashlib.sha256(b"piazzetta commitment " + bytes(32)).hexdigest()
    assert fair.commitment("00" * 32) == promised


def test_no_share_makes_the_commitment_a_step_towards_the_seed() -> None:
    """By the share that is SHA-256's own padding of a secret, digests of the secret alone can be
    gone on with; so the commitment is none, nor is it the seed of a game of bots."""
    alone = hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    assert fair.commitment(SECRET) != alone
    assert int(fair.commitment(SECRET), 16) != fair.seed(SECRET, ()).value
    assert int(alone, 16) == fair.seed(SECRET, ()).value


def test_the_seed_is_the_digest_of_secret_and_shares() -> None:
    digest = hashlib.sha256(bytes.fromhex("aa" * 32 + "bb" * 32 + "cc" * 32)).hexdigest()
    assert fair.seed("aa" * 32, ["bb" * 32, "cc" * 32]).value == int(digest, 16)


def test_each_share_and_their_order_count() -> None:
    seeds = {fair.seed(SECRET, shares) for shares in ((), ("01",), ("01", "02"), ("02", "01"))}
    assert len(seeds) == 4


def test_a_game_is_dealt_from_the_secret_and_the_shares_of_people_alone() -> None:
    table = running("carre", (ADA, "level1", BEN)).table
    assert table.chance == fair.seed(SECRET, [share(0), share(2)])
    assert table.state == table.game.deal(table.game.options(3, {}), table.chance)


def told(host: Host) -> tuple[bool, bool, bool]:
    """Whether shares, secret and seed are told."""
    promise = parts.fair_promise(host.table)
    assert promise.commitment == fair.commitment(SECRET)
    return bool(promise.shares), bool(promise.secret), bool(promise.seed)


def test_what_is_told_when() -> None:
    host = opened(opening(chairs=()))
    assert told(host) == (False, False, False)
    host = running()
    assert told(host) == (True, False, False)
    host.do(ADA, client.Resign, seat=0)
    assert told(host) == (True, True, True)
    promise = parts.fair_promise(host.table)
    assert promise.shares == [share(0), share(1)]
    assert fair.seed(promise.secret, promise.shares).value == int(promise.seed, 16)


def test_nobody_sees_a_share_before_all_are_there() -> None:
    host = opened(opening(chairs=chairs(ADA, BEN)))
    host.ready(ADA)
    assert told(host) == (False, False, False)


def test_a_table_that_was_closed_early_keeps_its_secret() -> None:
    host = running()
    host.do(BEN, client.Abort)
    assert told(host) == (True, False, False)
