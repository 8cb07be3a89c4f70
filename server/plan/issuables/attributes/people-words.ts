import type { Context } from '#server/context.ts'
import type { Changes, CommandReading } from '../define-attribute.ts'
import type { UserName } from '../values.ts'

/**
 * Read the people of a quick action: `@ann @ben`, `me`.
 *
 * @param make  the changes for their usernames
 * @param say  the sentences before and after, for their names as one text
 */
export function readingPeople(
  ctx: Context,
  command: string,
  argument: string,
  make: (usernames: readonly string[]) => Changes,
  say: (names: string) => readonly [string, string],
): CommandReading {
  const words = argument.split(/[\s,]+/).filter(word => word !== '' && word !== 'and')
  const usernames = words.map(word =>
    word === 'me' && ctx.actor.kind === 'user' ? ctx.actor.username : word.replace(/^@/, ''),
  )
  if (usernames.length === 0) return { refused: `Could not apply ${command} command. Mention at least one user.` }
  const [will, did] = say(usernames.map(name => `@${name}`).join(', '))
  return { changes: make(usernames), will, did }
}

/** "@ann, @ben and @cleo" */
export function mentions(users: readonly UserName[]): string {
  const names = users.map(user => `@${user.username}`)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
