"""What each address of the REST API does; `protocol/endpoints.py` names them all."""

from piazzetta.server.app.api import Handler
from piazzetta.server.app.handlers import advice, me, others, players, push, tables, trying

HANDLERS: dict[str, Handler] = {
    "get_me": me.get,
    "post_me": me.post,
    "patch_me": me.patch,
    "delete_me": me.delete,
    "post_me_links": me.make_link,
    "post_links": me.claim_link,
    "get_me_tokens": me.tokens,
    "post_me_tokens": me.make_token,
    "delete_me_tokens_token": me.revoke_token,
    "get_me_blocks": me.blocks,
    "put_me_blocks_player": me.block,
    "delete_me_blocks_player": me.unblock,
    "get_me_push": push.get,
    "put_me_push": push.put,
    "delete_me_push": push.delete,
    "get_me_tables": tables.mine,
    "get_lobby": tables.lobby,
    "post_tables": tables.post,
    "get_tables_table": tables.get,
    "get_tables_table_qr_svg": tables.qr,
    "get_tables_table_record": tables.text,
    "get_tables_table_replay": tables.replay,
    "get_tables_table_positions_number": tables.position,
    "post_advice": advice.post,
    "post_try": trying.post,
    "post_replay": trying.replay,
    "get_players_player": players.get,
    "get_bots": others.bots,
    "get_openapi_json": others.description,
    "get_healthz": others.healthz,
    "get_readyz": others.readyz,
    "get_metrics": others.metrics,
}
"""By the endpoint's name; a test holds that there is one for each."""
