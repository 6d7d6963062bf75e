#!/usr/bin/env bash
# Builds the cluster, where something changed, and runs it.
#
#   ./run-cluster.sh                      the default scenario
#   ./run-cluster.sh --variant NAME       another variant of it
#   ./run-cluster.sh COMMAND …            any command: run FILE, soak, explore, replay, list, …
#
# CLUSTER_BUILD=debug or release says which build is to be used.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# The first answer should not wait for the optimiser: it takes minutes where a debug build takes one,
# and the runs of both are the same to the byte. So what makes a few runs is content with either tool,
# and what makes thousands asks for the optimised one, which then serves for all.
wanted=either
case ${1:-} in
audit | bench | explore | shrink | soak | trial) wanted=release ;;
esac
wanted=${CLUSTER_BUILD:-$wanted}

# Nothing to build where nothing is newer than the tool: asking the package manager costs more.
is_fresh() {
  [ -x "$1" ] && [ -z "$(find "$here/Sources" "$here/Package.swift" -newer "$1" -print -quit)" ]
}

# Each device is a process of this program, and one that has no libraries to look for and no addresses
# to correct starts in a quarter of the time: on Linux all is linked in, the system's C library too
# where there is an archive of it. A toolchain without the static libraries links the others.
# Without debug information there is a tenth less to compile; a crash names its functions all the same.
build() {
  local command=(swift build --package-path "$here" -c "$1" --product cluster)
  local static=(-debug-info-format none --static-swift-stdlib)
  if [ "$1" = release ] && [ "$(uname)" = Linux ]; then
    if [ -e "$(clang -print-file-name=libc.a 2>/dev/null)" ]; then
      static+=(-Xswiftc -static-executable)
    fi
    if "${command[@]}" "${static[@]}" >"$log" 2>&1; then return; fi
  fi
  "${command[@]}" >"$log" 2>&1
}

case $wanted in
either)
  configuration=release
  is_fresh "$here/.build/release/cluster" || configuration=debug
  ;;
debug | release) configuration=$wanted ;;
*)
  printf '%s\n' "error: CLUSTER_BUILD is '$wanted'" \
    '  cause: it names the build to use, debug or release' \
    '  next:  unset CLUSTER_BUILD' >&2
  exit 64
  ;;
esac
tool="$here/.build/$configuration/cluster"

if ! is_fresh "$tool"; then
  if ! command -v swift >/dev/null; then
    printf '%s\n' 'error: there is no swift on the PATH' \
      '  cause: the Swift toolchain (6.2 or later) is not installed, or not on the PATH' \
      '  next:  install it from swift.org and add its usr/bin to the PATH' >&2
    exit 70
  fi
  case $configuration in
  debug) echo 'building the tool, about a minute' >&2 ;;
  release) echo 'building the tool, optimised: some minutes, this once' >&2 ;;
  esac
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  if ! build "$configuration"; then
    cat "$log" >&2
    printf '%s\n' 'error: the cluster cannot be built' \
      '  cause: the sources do not compile with this toolchain, see above' \
      "  next:  swift build -c $configuration --product cluster" >&2
    exit 70
  fi
  # An unchanged tool keeps its date; without this every start would ask again.
  touch "$tool"
  rm -f "$log"
  trap - EXIT
fi

# What the tool tells to type next begins with what was typed now.
export CLUSTER_COMMAND="${CLUSTER_COMMAND:-$0}"

# The shorter name where it leads to the same file: it is printed in the line to run again.
scenario=cluster.json
[ "$PWD" = "$here" ] || scenario="$here/cluster.json"

if [ $# -eq 0 ] || [[ $1 == -* && $1 != --help && $1 != -h ]]; then
  exec "$tool" run "$scenario" "$@"
fi
# These two look at all there is where nothing is named.
case $# in
1)
  case $1 in
  demo) exec "$tool" demo "$here/Scenarios" ;;
  list) exec "$tool" list "$here/cluster.json" "$here/Scenarios" ;;
  esac
  ;;
esac
exec "$tool" "$@"
