/** camelCase names to the wire's snake_case, all through plain objects and lists. */
export const toWire = (value: unknown): unknown =>
  rename(
    value,
    once(name => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)),
  )

/** The wire's snake_case names to camelCase. Keys that are data (with other signs than letters, digits, _) stay. */
export const fromWire = (value: unknown): unknown =>
  rename(
    value,
    once(name => (/^[a-z][a-z0-9_]*$/.test(name) ? camelCase(name) : name)),
  )

/** One name of the wire, perhaps with places in it: `constraints[0].context_name`. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase())

/** The rows of an answer have the same names: each is changed once. */
function once(change: (name: string) => string): (name: string) => string {
  const changed = new Map<string, string>()
  return name => {
    const known = changed.get(name) ?? change(name)
    changed.set(name, known)
    return known
  }
}

function rename(value: unknown, change: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map(each => rename(each, change))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  const renamed: Record<string, unknown> = {}
  for (const [name, each] of Object.entries(value)) renamed[change(name)] = rename(each, change)
  return renamed
}
