import { leadingAwards, maxNamedPeople } from '#contract/discuss/award-order.ts'

/** One person's reaction. */
export interface Award {
  readonly name: string
  readonly user: { readonly id: number; readonly name: string; readonly username: string }
}

/** One emoji below a text with those who gave it. */
export interface Reaction {
  readonly name: string
  readonly count: number
  readonly isMine: boolean
  /** The others, in the order they reacted; at least `maxNamedPeople` if there are as many. */
  readonly people: readonly string[]
}

const [up, down] = leadingAwards
const opposites: Readonly<Record<string, string>> = { [up]: down, [down]: up }

export const isThumb = (name: string): boolean => opposites[name] !== undefined

/**
 * Reactions by emoji, thumbs first, the rest in the order of their first one.
 *
 * @param kept  emoji that stay without users: a removed thumb does not move the others
 */
export function reactionsOf(
  awards: readonly Award[],
  userId: number | null,
  kept: ReadonlySet<string> = new Set(),
): readonly Reaction[] {
  const groups = Map.groupBy(awards, award => award.name)
  for (const name of kept) if (!groups.has(name)) groups.set(name, [])
  const reactions = [...groups].map(([name, given]) => ({
    name,
    count: given.length,
    isMine: given.some(award => award.user.id === userId),
    people: given.filter(award => award.user.id !== userId).map(award => award.user.name),
  }))
  return inOrder(reactions)
}

function inOrder(reactions: readonly Reaction[]): readonly Reaction[] {
  const rank = ({ name }: Reaction) => (name === up ? 0 : name === down ? 1 : 2)
  return reactions.toSorted((a, b) => rank(a) - rank(b))
}

/**
 * The emoji that a press changes: the emoji itself, and the opposite thumb if the user had given that.
 *
 * @source EMOJI-016, EMOJI-019
 */
export function namesPressed(name: string, isMine: (name: string) => boolean): readonly string[] {
  const opposite = opposites[name]
  return !isMine(name) && opposite !== undefined && isMine(opposite) ? [name, opposite] : [name]
}

/** The awards after one's press. */
export function toggled(awards: readonly Award[], names: readonly string[], user: Award['user']): readonly Award[] {
  const isOwn = (award: Award, name: string) => award.user.id === user.id && award.name === name
  const own = { id: user.id, name: user.name, username: user.username }
  const added = names.filter(name => !awards.some(award => isOwn(award, name)))
  const rest = awards.filter(award => !names.some(name => isOwn(award, name)))
  return [...rest, ...added.map(name => ({ name, user: own }))]
}

/** The same if only sums are known; emoji without users are removed. @source EMOJI-017 */
export function summedUp(reactions: readonly Reaction[], names: readonly string[]): readonly Reaction[] {
  const changed = reactions.map(each =>
    names.includes(each.name) ? { ...each, isMine: !each.isMine, count: each.count + (each.isMine ? -1 : 1) } : each,
  )
  const added = names.filter(name => !reactions.some(each => each.name === name))
  const all = [...changed, ...added.map(name => ({ name, count: 1, isMine: true, people: [] }))]
  return inOrder(all.filter(each => each.count > 0))
}

/** A name of digits is a number on the wire. @source EMOJI-012 */
export const wireName = (name: string): string | number => (/^\d+$/.test(name) ? Number(name) : name)

/** "You, Ann and 2 more reacted with :tada:". @source EMOJI-020, EMOJI-023 */
export function tooltipOf({ name, people, isMine, count }: Reaction): string {
  const named = [...(isMine ? ['You'] : []), ...people].slice(0, maxNamedPeople)
  const more = count - named.length
  if (named.length === 0) return `No one has reacted with :${name}: yet`
  const parts = more > 0 ? [...named, `${more} more`] : named
  const list = parts.length === 1 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
  return `${list} reacted with :${name}:`
}
