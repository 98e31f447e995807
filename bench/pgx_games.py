"""Random games of Pgx: many side by side in one compiled step, on whatever JAX runs on.

To be fair to Pgx, it pays little for games that have ended, and nothing for a reset in each step:
all games of a batch begin together and are dealt anew when a tenth of them is over; only moves in
running games count. One random number picks an action: no way tried was cheaper.
"""

from typing import Any

import jax
import jax.numpy as jnp
import pgx

from bench.race import Played

STEPS = 16
"""In one call: long enough to hide the call, short beside a game."""
OVER = 0.1


def pick(key: Any, legal: Any) -> Any:
    """A legal action, all equally likely."""
    number = jax.random.randint(key, (), 0, legal.sum())
    return jnp.argmax(jnp.cumsum(legal) > number)


class PgxGame:
    """A batch of games that is played on and on."""

    def __init__(self, name: str, batch: int) -> None:
        """Compile, and find out how long games are by playing a batch to its end."""
        self._env, self._batch = pgx.make(name), batch
        key = jax.random.PRNGKey(0)
        self._deal = jax.jit(self._dealt).lower(key).compile()
        self._state, self._key = self._deal(key)
        self._advance = jax.jit(self._advanced).lower(self._state, key).compile()
        self._moves_a_game = self._mean_length()

    def _dealt(self, key: Any) -> tuple[Any, Any]:
        key, deals = jax.random.split(key)
        return jax.vmap(self._env.init)(jax.random.split(deals, self._batch)), key

    def _advanced(self, state: Any, key: Any) -> tuple[Any, Any, Any, Any]:
        """Some steps of all games: the games then, the key, moves made, games over."""
        (state, key), moves = jax.lax.scan(self._step, (state, key), None, STEPS)
        return state, key, moves.sum(), jnp.sum(state.terminated | state.truncated)

    def _step(self, carry: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], Any]:
        state, key = carry
        key, picks, draws = jax.random.split(key, 3)
        running = ~(state.terminated | state.truncated)
        actions = jax.vmap(pick)(jax.random.split(picks, self._batch), state.legal_action_mask)
        state = jax.vmap(self._env.step)(state, actions, jax.random.split(draws, self._batch))
        return (state, key), running.sum()

    def _mean_length(self) -> float:
        moves = over = 0
        while over < self._batch:
            self._state, self._key, made, ended = self._advance(self._state, self._key)
            moves, over = moves + int(made), int(ended)
        self._state, self._key = self._deal(self._key)
        return moves / self._batch

    def __call__(self, _number: int) -> Played:
        """A contestant of a race."""
        self._state, self._key, made, over = self._advance(self._state, self._key)
        moves = int(made)
        if int(over) > OVER * self._batch:
            self._state, self._key = self._deal(self._key)
        return Played(moves / self._moves_a_game, moves)
