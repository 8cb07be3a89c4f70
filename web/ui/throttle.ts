/**
 * A function that runs at once, and then at most once in `everyMs`, the last time with what it was called with last.
 *
 * @returns the function, and the end of what still waits
 */
export function throttle<Value>(
  run: (value: Value) => void,
  everyMs: number,
): { readonly call: (value: Value) => void; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: { readonly value: Value } | null = null
  function next() {
    timer = undefined
    if (waiting === null) return
    const { value } = waiting
    waiting = null
    timer = setTimeout(next, everyMs)
    run(value)
  }
  return {
    call: value => {
      waiting = { value }
      if (timer === undefined) next()
    },
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
      waiting = null
    },
  }
}
