#!/bin/sh
# npm start: prepares with any Node, runs the server on Node 24, and starts it again should it die. A shell waits for the
# server, because the Node that prepares would hold 50 MB for that.
tools=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
{ node=$(node "$tools/bootstrap.mjs" node 3>&1 >&4); } 4>&1 || exit

# A server that ran so long is not one that dies of its start.
steady_seconds=300
longest_wait_seconds=60

child=
stopping=
# The server takes every signal to end for the same, and `sleep` is deaf to Ctrl-C.
stop() {
  stopping=yes
  kill "$child" 2>/dev/null
}
trap stop INT TERM HUP

# A signal ends a wait, not what is waited for.
await_child() {
  while
    wait "$child"
    code=$?
    kill -0 "$child" 2>/dev/null
  do :; done
}

# A server that is ready writes its port here. One that ends before that has a wrong setting, and is not started again.
file=$(mktemp) || exit
exec 3>"$file" 4<"$file"
rm -f "$file"
is_ready=
restarts=0
while :; do
  started=$(date +%s)
  # With its compiled code kept, a server starts without loading what takes the types out of TypeScript. Its requests
  # leave little behind: by default the heap would grow to several times what is in use before it is cleaned up.
  WEFT_PARENT=$$ WEFT_READY_FD=3 NODE_COMPILE_CACHE=$tools/../node_modules/.cache/weft \
    "$node" --disable-warning=ExperimentalWarning --max-semi-space-size=4 --heap-growing-percent=100 "$tools/start.ts" 4<&- &
  child=$!
  [ -z "$stopping" ] || kill "$child"
  await_child
  # Whoever has a page open finds the server where it was.
  read -r port <&4 && export PORT="$port" && is_ready=yes
  [ -z "$stopping" ] && [ "$code" -ne 0 ] && [ -n "$is_ready" ] || exit "$code"

  [ $(($(date +%s) - started)) -le $steady_seconds ] || restarts=0
  wait_seconds=$((restarts < 6 ? 1 << restarts : longest_wait_seconds))
  restarts=$((restarts + 1))
  how="with code $code"
  [ "$code" -le 128 ] || how="by SIG$(kill -l $((code - 128)))"
  echo "$(date -u +%FT%TZ) The server exited unexpectedly, $how. Restarting it in $wait_seconds s (restart $restarts)" >&2
  sleep $wait_seconds &
  child=$!
  await_child
  [ -z "$stopping" ] || exit 0
done
