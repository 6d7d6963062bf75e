#!/usr/bin/env bash
# Makes the README's pictures anew, from named seeds: the charts as text, the page as a WebP picture.
# Needs Swift and Chromium. Look at what came out before you commit it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# The scenario whose page is shown, as the README runs it; the seed stands in the file.
scenario=Scenarios/records/lost-answer.json
variant=last-arrival

store=$(mktemp -d)
trap 'rm -rf "$store"' EXIT
./run-cluster.sh run "$scenario" --variant "$variant" --store "$store" --quiet
page=$(ls -d "$store"/lost-answer/latest)/report.html

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
"$browser" --headless --no-sandbox --hide-scrollbars --force-color-profile=srgb \
  --user-data-dir="$store/profile" --window-size=900,1300 \
  --screenshot="$PWD/docs/pictures/report.webp" "file://$(readlink -f "$page")" 2> /dev/null

CLUSTER_RECORD=1 swift test --filter ReadmeTests
ls -l docs/pictures
