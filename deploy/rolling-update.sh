#!/bin/sh
# Updates a running Compose deployment without failed requests: builds the images, migrates, and replaces one process at a
# time, also of the profile "browser" if it runs. Each old process is stopped after its successor is healthy. If a
# successor isn't healthy within two minutes, it is removed and the update ends; the remaining old processes keep running.
set -eu
cd "$(dirname "$0")/.."

is_healthy() {
  [ "$(docker inspect --format '{{.State.Health.Status}}' "$1")" = healthy ]
}

wait_until_healthy() {
  for _ in $(seq 120); do
    if is_healthy "$1"; then return; fi
    sleep 1
  done
  docker logs --tail 20 "$1" >&2
  docker rm --force "$1" >&2
  echo "The new $2 process did not become healthy and was removed. Fix the cause, and run this script again." >&2
  exit 1
}

replace() {
  service=$1
  old=$(docker compose ps --quiet "$service")
  if [ -z "$old" ]; then
    echo "No $service process is running. Start the deployment with docker compose up --detach." >&2
    exit 1
  fi
  count=$(echo "$old" | wc -l)
  for id in $old; do
    running=$(docker compose ps --quiet "$service")
    docker compose up --detach --no-deps --no-recreate --scale "$service=$((count + 1))" "$service"
    successor=$(docker compose ps --quiet "$service" | grep -vxF "$running")
    wait_until_healthy "$successor" "$service"
    # HAProxy needs up to 3 s to find a new process by DNS and to check it.
    sleep 5
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
