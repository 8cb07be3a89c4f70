/**
 * Whether a rule covers a ref. `*` stands for any characters, slashes too. Takes time in proportion to the product of the lengths.
 *
 * @param pattern  a name, or one with wildcards
 */
export function coversName(pattern: string, name: string): boolean {
  const [head = '', ...parts] = pattern.split('*')
  const tail = parts.pop()
  if (tail === undefined) return pattern === name
  if (name.length < head.length + tail.length || !name.startsWith(head) || !name.endsWith(tail)) return false
  const end = name.length - tail.length
  let at = head.length
  for (const part of parts) {
    const found = name.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}
