"""Tests of La Venise du Nord."""
