"""Side-by-side timings: `python -m bench.rules`, `bench.kernels`, `bench.gpu`."""
