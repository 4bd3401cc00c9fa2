#!/usr/bin/env bash
# Runs the command line for action.yml: inputs are INPUT_*, results go to GITHUB_STEP_SUMMARY and GITHUB_OUTPUT, and
# annotations to standard output. Ends with the exit status of the command.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
output=${INPUT_OUTPUT:-pagegrade-report}

fail() {
  echo "::error title=Pagegrade::$1"
  exit 64
}

read -r -d '' -a urls <<< "${INPUT_URLS:-}" || true
[ "${#urls[@]}" -gt 0 ] || fail 'The input urls is empty.'

options=(--fail-under "${INPUT_FAIL_UNDER:-0}" --render "${INPUT_RENDER:-auto}" --output "$output")
case ${INPUT_CRAWL:-false} in
  true)
    [ -z "${INPUT_CHECKS:-}" ] || fail 'The input checks is not for crawls.'
    command=crawl
    options+=(--format text,json,markdown,github --max-pages "${INPUT_MAX_PAGES:-100}")
    ;;
  false)
    command=audit
    options+=(--format "json,markdown,github${INPUT_FORMATS:+,$INPUT_FORMATS}")
    [ -z "${INPUT_CHECKS:-}" ] || options+=(--checks "$INPUT_CHECKS")
    ;;
  *) fail 'The input crawl must be true or false.' ;;
esac

status=0
files=$(node "$root/dist/cli.js" "$command" "${options[@]}" -- "${urls[@]}") || status=$?
# Without files, the command has said why on standard error.
[ -n "$files" ] || exit "$status"

# Others there are of an earlier step.
# On Windows, they are named with backslashes.
has() { grep -qE "(^|[/\\])pagegrade\.$1\$" <<< "${files//$'\r'/}"; }
if has annotations.txt; then cat "$output/pagegrade.annotations.txt"; fi
has '(nd)?json' && has md || exit "$status"
cat "$output/pagegrade.md" >> "${GITHUB_STEP_SUMMARY:-/dev/null}"

end="end-$RANDOM$RANDOM$RANDOM"
{
  echo "score=$(node "$root/deploy/github-action/score.mjs" "$command" "$output")"
  echo "files<<$end"
  echo "$files"
  echo "$end"
} >> "${GITHUB_OUTPUT:-/dev/null}"
exit "$status"
