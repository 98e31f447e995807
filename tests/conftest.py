"""What every test process needs before it starts others."""

import signal

# Under nohup, and behind some shells' `&`, these are ignored, and every program that a test starts
# would inherit that.
for _name, _usual in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    _number = getattr(signal, _name, None)
    if _number is not None and signal.getsignal(_number) == signal.SIG_IGN:
        signal.signal(_number, _usual)
