/** The possible target of a mention: a user, a group with its members, or everyone. */
interface Mentionable {
  readonly type: string
  readonly username: string
  readonly count: number | null
}

/** From this number of mentioned people on, the author is warned. @source FORM-017 */
const many = 10

/**
 * The number of people that the mentions of a text notify; null if no warning is needed.
 *
 * @param text  markdown; code mentions no one
 */
export function manyMentioned(text: string, people: readonly Mentionable[]): number | null {
  if (!text.includes('@')) return null
  const bare = text.replace(/^( {0,3})(`{3,}|~{3,})[\s\S]*?^\1\2/gm, '').replace(/`[^`\n]*`/g, '')
  const named = new Set(
    [...bare.matchAll(/(?:^|[^\w/@.])@([\w][\w./-]*[\w]|\w)/g)].map(found => found[1]?.toLowerCase()),
  )
  const reached = people.filter(each => named.has(each.username.toLowerCase()))
  // The entry for everyone includes those who are named one by one.
  const isAll = reached.some(each => each.type === 'All')
  let count = 0
  for (const each of reached) if (!isAll || each.type !== 'User') count += each.count ?? 1
  return count > many ? count : null
}

/** Three addresses and how many more: "a, b, c, and 2 more". @source FORM-027 */
export function someOf(emails: readonly string[]): string {
  const rest = emails.length - 3
  const named = rest > 0 ? [...emails.slice(0, 3), `${rest} more`] : emails
  return new Intl.ListFormat('en').format(named)
}
