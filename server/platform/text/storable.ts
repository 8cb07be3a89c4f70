/** Whether a text cannot be stored: no text of the database holds a null character, nor half of a surrogate pair. */
export const isUnstorable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed()

/** Whether any text in JSON, or any name of a property, cannot be stored. */
export function holdsUnstorable(value: unknown): boolean {
  // The function is not recursive: outside values may nest deeper than the stack.
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const each = waiting.pop()
    if (typeof each === 'string') {
      if (isUnstorable(each)) return true
    } else if (Array.isArray(each)) for (const item of each) waiting.push(item)
    else if (isPlain(each)) for (const [name, inner] of Object.entries(each)) waiting.push(name, inner)
  }
  return false
}

const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
