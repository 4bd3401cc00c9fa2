#!/bin/sh
# Updates a running Compose deployment without failed requests: builds the images, migrates, and replaces one process at a
# time, also of the profile "browser" if it runs. Each old process is stopped after its successor is healthy. If a
# successor isn't healthy within two minutes, or this script is interrupted, it is removed and the update ends; the
# remaining old processes keep running.
set -eu
cd "$(dirname "$0")/.."

# The service that has one process more than before, and the processes that it had.
service=
kept=

remove_successor() {
  if [ -z "$service" ]; then return; fi
  for id in $(docker compose ps --all --quiet "$service" | grep -vxF "$kept"); do
    docker rm --force "$id" >&2
  done
}
trap remove_successor EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

is_healthy() {
  [ "$(docker inspect --format '{{.State.Health.Status}}' "$1")" = healthy ]
}

wait_until_healthy() {
  for _ in $(seq 120); do
    if is_healthy "$1"; then return; fi
    sleep 1
  done
  docker logs --tail 20 "$1" >&2
  echo "The new $2 process did not become healthy. Fix the cause, and run this script again." >&2
  exit 1
}

replace() {
  old=$(docker compose ps --quiet "$1")
  if [ -z "$old" ]; then
    echo "No $1 process is running. Start the deployment with docker compose up --detach." >&2
    exit 1
  fi
  count=$(echo "$old" | wc -l)
  # Processes that were stopped would be started again, with the old image, instead of new ones.
  docker compose rm --force "$1"
  for id in $old; do
    kept=$(docker compose ps --quiet "$1")
    service=$1
    docker compose up --detach --no-deps --no-recreate --scale "$1=$((count + 1))" "$1"
    successor=$(docker compose ps --quiet "$1" | grep -vxF "$kept")
    wait_until_healthy "$successor" "$1"
    # HAProxy needs up to 3 s to find a new process by DNS and to check it.
    sleep 5
    service=
    docker stop "$id"
    docker rm "$id"
  done
}

is_running() {
  [ -n "$(docker compose --profile browser ps --quiet "$1")" ]
}

if is_running browser; then
  profile=browser
  export COMPOSE_PROFILES=browser
else
  profile=
fi

docker compose build
docker compose run --rm migrate
replace api
replace worker
if [ -n "$profile" ]; then
  # Its sockets have one owner, so it is replaced at once: pages that it renders meanwhile are rendered again.
  docker compose up --detach --no-deps chromium
  wait_until_healthy "$(docker compose ps --quiet chromium)" chromium
  replace browser
fi
