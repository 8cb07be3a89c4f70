#!/bin/sh
# npm start: installs the packages with any Node, runs the server on Node 24, and restarts it after a crash. A shell waits for
# the server, because the first Node would take 50 MB of memory just to wait.
tools=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
{ node=$(node "$tools/bootstrap.mjs" node 3>&1 >&4); } 4>&1 || exit

# After running this long, a server did not crash because of its start: the waits begin with 1 s again.
steady_seconds=300
longest_wait_seconds=60

child=
sleeping=
stopping=
# `sleep` in the background ignores Ctrl-C, so it gets SIGTERM as well.
stop() {
  stopping=yes
  kill -s "$1" "$child" 2>/dev/null
  [ -z "$sleeping" ] || kill "$child" 2>/dev/null
}
# Ctrl-C is passed on as such: nobody in front of a terminal waits for balancers.
for signal in INT TERM HUP; do
  # shellcheck disable=SC2064
  trap "stop $signal" $signal
done

# A signal interrupts `wait`, but does not end the child.
await_child() {
  while
    wait "$child"
    code=$?
    kill -0 "$child" 2>/dev/null
  do :; done
}

# The server writes its port here once it is ready. One that exits before that has a wrong setting and is not restarted.
file=$(mktemp) || exit
exec 3>"$file" 4<"$file"
rm -f "$file"
is_ready=
restarts=0
while :; do
  started=$(date +%s)
  # With the compile cache, a server starts without the module that strips the types. By default the heap would grow to several
  # times its live size before it is collected, each thread of the C library would keep freed memory of its own (30 MB in all), and
  # after one large piece of memory the library would keep the room of all that are as large (50 MB under large answers). A young
  # generation of 4 MB would save 30 MB more under load, and make requests wait for collections. Collecting it in several threads
  # costs more than it saves where it is small, as in the thread that draws pages: a tenth of the processor time of a page.
  # `--expose-gc` lets the start give back its own garbage.
  MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=262144 WEFT_PARENT=$$ WEFT_READY_FD=3 \
    NODE_COMPILE_CACHE=$tools/../node_modules/.cache/weft \
    "$node" --disable-warning=ExperimentalWarning --max-semi-space-size=16 --no-parallel-scavenge \
    --heap-growing-percent=60 --expose-gc "$tools/start.ts" 4<&- &
  child=$!
  [ -z "$stopping" ] || kill "$child"
  await_child
  # The restarted server takes the same port, for the pages that are open.
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
  sleeping=yes
  await_child
  sleeping=
  [ -z "$stopping" ] || exit 0
done
