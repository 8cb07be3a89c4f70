interface Token {
  readonly text: string
}

/** A definition in a formula, as the library keeps it: its tokens are in reverse order. */
interface Definition {
  readonly tokens: readonly Token[]
}

/**
 * The place where the library keeps what a formula defines. It counts what the definitions are used for: a short formula cannot become
 * one of a million parts, over which the page would stand still.
 *
 * @param most  tokens that all uses together stand for
 * @param problem  says that there are more
 */
export function boundedMacros(most: number, problem: string): Record<string, unknown> {
  let left = most
  const counted = new WeakSet<object>()
  const countedOf = (definition: Definition): Definition => {
    const { tokens } = definition
    // Definitions that repeat what they are given grow by powers.
    if (repeatsArgument(tokens)) throw new Error(problem)
    const copy = Object.defineProperty({ ...definition }, 'tokens', {
      get: () => {
        left -= tokens.length
        if (left < 0) throw new Error(problem)
        return tokens
      },
    })
    counted.add(copy)
    return copy
  }
  return new Proxy(Object.create(null), {
    set: (kept, name, value: unknown) =>
      Reflect.set(kept, name, isDefinition(value) && !counted.has(value) ? countedOf(value) : value),
  })
}

const isDefinition = (value: unknown): value is Definition =>
  typeof value === 'object' && value !== null && 'tokens' in value

function repeatsArgument(tokens: readonly Token[]): boolean {
  const seen = new Set<string>()
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    if (tokens[at]?.text !== '#') continue
    at -= 1
    const argument = tokens[at]?.text ?? ''
    // A doubled sign is one of an inner definition.
    if (argument === '#') continue
    if (seen.has(argument)) return true
    seen.add(argument)
  }
  return false
}
