/**
 * Deduplicate repeated calls: while a call with the same input is in flight and nothing else has been sent since, return its
 * promise instead of sending again.
 */
export function oncePerInput<Input, Reply>(run: (input: Input) => Promise<Reply>): (input: Input) => Promise<Reply> {
  let last: { readonly key: string; readonly reply: Promise<Reply> } | null = null
  return input => {
    const key = keyOf(input)
    if (last !== null && key !== null && last.key === key) return last.reply
    const mine = { key: key ?? '', reply: run(input) }
    last = mine
    const forget = () => {
      if (last === mine) last = null
    }
    mine.reply.then(forget, forget)
    return mine.reply
  }
}

/** Null for inputs that cannot be compared, such as files. */
function keyOf(input: unknown): string | null {
  let isPlain = true
  const key = JSON.stringify([input], (_name, value: unknown) => {
    if (value instanceof Blob) isPlain = false
    return value
  })
  return isPlain ? key : null
}
