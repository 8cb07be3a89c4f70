/** The names of the picker's parts, in order. @source EMOJI-003 */
export const categoryNames = ['Activity', 'People', 'Nature', 'Food', 'Travel', 'Objects', 'Symbols', 'Flags'] as const
type CategoryName = (typeof categoryNames)[number]

export interface Emoji {
  /** The canonical name, as a reaction is stored. */
  readonly name: string
  readonly unicode: string
  readonly description: string
  /** Other names of the emoji. */
  readonly aliases: readonly string[]
  /** Further words by which it can be found. */
  readonly words: readonly string[]
  /** The skin tones from light to dark; empty if the emoji has none. */
  readonly tones: readonly { readonly name: string; readonly unicode: string }[]
}

export interface EmojiTable {
  readonly categories: readonly { readonly name: CategoryName; readonly emojis: readonly Emoji[] }[]
  readonly all: readonly Emoji[]
  /** The canonical name and the sign of any name: of an alias, of a skin tone, of what the picker does not offer. */
  readonly byName: ReadonlyMap<string, { readonly name: string; readonly unicode: string }>
}

/**
 * @param text   of `emoji-table.gen.ts`, which says how it is written
 * @param draws  whether this device's font has the emoji of a Unicode version
 */
export function readTable(text: string, draws: (version: number, example: string) => boolean): EmojiTable {
  const categories = new Map<string, Emoji[]>(categoryNames.map(name => [name, []]))
  const byName = new Map<string, { readonly name: string; readonly unicode: string }>()
  const add = (name: string, unicode: string, aliases: readonly string[] = []) => {
    const found = { name, unicode }
    for (const each of [name, ...aliases]) byName.set(each, found)
  }
  let current: Emoji[] | undefined
  for (const line of text.split('\n')) {
    if (line.startsWith('#') && !line.includes('|')) {
      current = categories.get(line.slice(1))
      continue
    }
    const [unicode = '', name = '', description = '', others = '', words = '', version = '', signs = '', pattern = ''] =
      line.split('|')
    if (current === undefined) {
      const [first = '', ...aliases] = name.split(' ')
      add(first, unicode, aliases)
      continue
    }
    const aliases = split(others)
    const tones = split(signs).map((sign, index) => ({
      name: (pattern || `${name}_tone*`).replace('*', String(index + 1)),
      unicode: sign,
    }))
    add(name, unicode, aliases)
    for (const tone of tones) add(tone.name, tone.unicode)
    if (version !== '' && !draws(Number(version), unicode)) continue
    current.push({ name, unicode, description, aliases, words: split(words), tones })
  }
  const filled = categoryNames.map(name => ({ name, emojis: categories.get(name) ?? [] }))
  return { categories: filled, all: filled.flatMap(category => category.emojis), byName }
}

const split = (words: string): readonly string[] => (words === '' ? [] : words.split(' '))

/** The emoji in the chosen skin tone, 1 to 5, if it has tones; 0 is none. */
export function inTone(emoji: Emoji, tone: number): { readonly name: string; readonly unicode: string } {
  return emoji.tones[tone - 1] ?? emoji
}

/** The emoji that match the query, best first: by name, by another name, by meaning. */
export function findEmojis(all: readonly Emoji[], query: string, max = 90): readonly Emoji[] {
  const wanted = query
    .trim()
    .toLowerCase()
    .replaceAll(':', '')
    .split(/[\s_-]+/)
    .filter(word => word !== '')
  if (wanted.length === 0) return []
  const ranks: [Emoji[], Emoji[], Emoji[], Emoji[], Emoji[]] = [[], [], [], [], []]
  for (const emoji of all) {
    const rank = rankOf(emoji, wanted)
    if (rank !== null) ranks[rank].push(emoji)
  }
  return ranks.flat().slice(0, max)
}

// The search prefers whole words as the query grows: "hea" finds "heart" before "wheat".
function rankOf(emoji: Emoji, wanted: readonly string[]): 0 | 1 | 2 | 3 | 4 | null {
  const whole = wanted.join('_')
  if (emoji.name === whole || emoji.aliases.includes(whole)) return 0
  if (emoji.name.startsWith(whole)) return 1
  const named = [emoji.name, ...emoji.aliases].flatMap(name => name.split('_'))
  if (wanted.every(word => named.some(each => each.startsWith(word)))) return 2
  const said = [...named, ...emoji.words, ...emoji.description.toLowerCase().split(' ')]
  if (wanted.every(word => said.some(each => each.startsWith(word)))) return 3
  return wanted.every(word => emoji.name.includes(word)) ? 4 : null
}
