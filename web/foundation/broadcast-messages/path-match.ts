/**
 * Whether a page is among those that a pattern names: `*` stands for any characters, upper and lower case are alike.
 *
 * @param pattern  with or without the slash at the start; null names every page
 * @param path  of the page, without its query
 */
export function matchesPath(pattern: string | null, path: string): boolean {
  if (pattern === null) return true
  const [first = '', ...others] = `/${pattern.replace(/^\/+/, '')}`.toLowerCase().split('*')
  const last = others.pop()
  let rest = path.toLowerCase()
  if (last === undefined) return rest === first || rest === `${first}/`
  if (!rest.startsWith(first)) return false
  rest = rest.slice(first.length)
  for (const part of others) {
    const at = rest.indexOf(part)
    if (at < 0) return false
    rest = rest.slice(at + part.length)
  }
  return rest.length >= last.length && rest.endsWith(last)
}
