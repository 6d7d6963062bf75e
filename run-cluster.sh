#!/usr/bin/env bash
# Builds the cluster (quietly, release) and runs it.
#
#   ./run-cluster.sh                      the default scenario
#   ./run-cluster.sh --variant NAME       another variant of it
#   ./run-cluster.sh COMMAND …            any command: run FILE, soak, explore, replay, list, …
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tool="$here/.build/release/cluster"

# Each device is a process of this program, and one that has no libraries to look for and no addresses
# to correct starts in a quarter of the time: on Linux all is linked in, the system's C library too
# where there is an archive of it. A toolchain without the static libraries links the others.
# Without debug information there is a tenth less to compile; a crash names its functions all the same.
build() {
  local command=(swift build --package-path "$here" -c release --product cluster)
  local static=(-debug-info-format none --static-swift-stdlib)
  if [ -e "$(clang -print-file-name=libc.a 2>/dev/null)" ]; then
    static+=(-Xswiftc -static-executable)
  fi
  if [ "$(uname)" = Linux ] && "${command[@]}" "${static[@]}" >"$log" 2>&1; then return; fi
  "${command[@]}" >"$log" 2>&1
}

# Nothing to build where nothing is newer than the tool: asking the package manager costs more.
is_fresh() {
  [ -x "$tool" ] || return 1
  [ -z "$(find "$here/Sources" "$here/Package.swift" -newer "$tool" -print -quit)" ]
}

if ! is_fresh; then
  if ! command -v swift >/dev/null; then
    printf '%s\n' 'error: there is no swift on the PATH' \
      '  cause: the Swift toolchain (6.2 or later) is not installed, or not on the PATH' \
      '  next:  install it from swift.org and add its usr/bin to the PATH' >&2
    exit 70
  fi
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  if ! build; then
    cat "$log" >&2
    printf '%s\n' 'error: the cluster cannot be built' \
      '  cause: the sources do not compile with this toolchain, see above' \
      '  next:  swift build -c release --product cluster' >&2
    exit 70
  fi
  # An unchanged tool keeps its date; without this every start would ask again.
  touch "$tool"
  rm -f "$log"
  trap - EXIT
fi

# What the tool tells to type next begins with what was typed now; a name without a slash was given to
# a shell.
typed=$0
[[ $typed == */* ]] || typed=./$typed
export CLUSTER_COMMAND="${CLUSTER_COMMAND:-$typed}"

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
