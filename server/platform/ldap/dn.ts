/**
 * A distinguished name without the blanks that mean nothing: those around commas, plus signs and the first equals sign
 * of each part.
 *
 * @source RFC 4514, 3; RFC 2253, 4 for the blanks of older spellings
 */
export function plainDn(dn: string): string {
  const parts: string[] = []
  let tokens: string[] = []
  let isValue = false
  let isQuoted = false
  const end = (separator: string): void => {
    parts.push(trimmed(tokens), separator)
    tokens = []
  }
  // An escaped sign is one token with its backslash, so that an escaped blank is no blank.
  for (const token of dn.match(/\\.|./gs) ?? []) {
    if (token === '"') isQuoted = !isQuoted
    if (!isQuoted && (token === ',' || token === '+')) {
      end(token)
      isValue = false
    } else if (!isQuoted && !isValue && token === '=') {
      end(token)
      isValue = true
    } else tokens.push(token)
  }
  end('')
  return parts.join('')
}

function trimmed(tokens: readonly string[]): string {
  const from = tokens.findIndex(token => token !== ' ')
  return from < 0 ? '' : tokens.slice(from, tokens.findLastIndex(token => token !== ' ') + 1).join('')
}

/** The form in which distinguished names are compared: case does not tell them apart. */
export const dnKey = (dn: string): string => plainDn(dn).toLowerCase()

/** Whether a name is another one, or stands somewhere below it. */
export function isBelow(dn: string, base: string): boolean {
  const key = dnKey(dn)
  const baseKey = dnKey(base)
  return key === baseKey || (key.endsWith(`,${baseKey}`) && !key.endsWith(`\\,${baseKey}`))
}
