/** One person's reaction. */
export interface Award {
  readonly name: string
  readonly user: { readonly id: number; readonly name: string; readonly username: string }
}

/** One emoji of a note with all who gave it. */
export interface Reaction {
  readonly name: string
  readonly count: number
  readonly isMine: boolean
  /** In the order they reacted. */
  readonly people: readonly string[]
}

const thumbs = ['thumbsup', 'thumbsdown'] as const
const opposites: Readonly<Record<string, string>> = { thumbsup: 'thumbsdown', thumbsdown: 'thumbsup' }

/**
 * Reactions by emoji, thumbs first, the rest in the order of their first one.
 *
 * @param kept  emoji that stay with nobody behind them: a thumb that was taken back does not move the others
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
  const rank = (name: string) => (name === thumbs[0] ? 0 : name === thumbs[1] ? 1 : 2)
  return reactions.sort((a, b) => rank(a.name) - rank(b.name))
}

/** The reactions after one's press, and what has to be asked of the server for it: one thumb takes back the other. */
export function toggled(
  awards: readonly Award[],
  name: string,
  user: Award['user'],
): { readonly awards: readonly Award[]; readonly names: readonly string[] } {
  const isMine = (award: Award, of: string) => award.user.id === user.id && award.name === of
  if (awards.some(award => isMine(award, name)))
    return { awards: awards.filter(award => !isMine(award, name)), names: [name] }
  const opposite = opposites[name]
  const hadOpposite = opposite !== undefined && awards.some(award => isMine(award, opposite))
  const rest = hadOpposite ? awards.filter(award => !isMine(award, opposite)) : awards
  return { awards: [...rest, { name, user }], names: hadOpposite ? [name, opposite] : [name] }
}

const namedAtMost = 10

/** "Ann, Ben and You", ten at most. @source 001 §9 */
export function namesOf({ people, isMine, count }: Reaction): string {
  const named = [...people.slice(0, isMine ? namedAtMost - 1 : namedAtMost), ...(isMine ? ['You'] : [])]
  const more = count - named.length
  if (named.length === 0) return 'Nobody yet'
  if (more > 0) return `${named.join(', ')}, and ${more} more`
  return named.length === 1 ? `${named[0]}` : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}
