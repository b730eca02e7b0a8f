#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every benchmark, one after the other, in the Python given as PYTHON (default: python). Takes about five minutes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python="${PYTHON:-python}"
for script in kernel_interval exact_sums prover; do
  printf '\n== benchmarks/%s.py\n' "$script"
  "$python" "benchmarks/$script.py"
done
