#!/usr/bin/env bash
# Run the tests of what stands on numba's inside with the lowest and the highest numba that pyproject.toml allows.
# Each in a new virtual environment in a temporary folder; some minutes. Needs a Python that both have wheels for.
#
#     tests/numba_versions.sh              # both
#     tests/numba_versions.sh 0.62.*       # another one
set -euo pipefail
cd "$(dirname "$0")/.."

bounds=$(sed -n 's/^ *"numba>=\([0-9.]*\),<\([0-9.]*\)".*/\1 \2/p' pyproject.toml)
read -r lowest above <<< "$bounds"
wanted=("numba==${1:-$lowest.*}")
[ $# -gt 0 ] || wanted+=("numba<$above")

tests=(
  tests/unit/test_{binding,callees,compilation,compile_times,lanes,numba_is_the_users,numba_patches}.py
  tests/unit/test_{operator_types,plain_indexing,variable_lists,lean_compiling,kernels_plain_and_checked}.py
  tests/unit/test_realtime_engine.py tests/physics/test_free_motion.py
)

failed=()
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for numba in "${wanted[@]}"; do
  echo "== $numba"
  rm -rf "$work/venv"
  python3 -m venv "$work/venv"
  RIGIDA_PACK=0 "$work/venv/bin/pip" install -q --disable-pip-version-check . "$numba" pytest pytest-xdist pytest-timeout hypothesis
  "$work/venv/bin/python" -c "import numba, numpy; print('numba', numba.__version__, 'numpy', numpy.__version__)"
  XDG_CACHE_HOME="$work/cache" "$work/venv/bin/pytest" -q -p no:cacheprovider "${tests[@]}" || failed+=("$numba")
done
[ ${#failed[@]} -eq 0 ] || { echo "failed with ${failed[*]}"; exit 1; }
