# SPDX-License-Identifier: Apache-2.0
"""The pytest plugin: a claim library as tests."""
