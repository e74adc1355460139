"""Tests of the engine. A package, so that no test file takes the place of another of the same name."""
