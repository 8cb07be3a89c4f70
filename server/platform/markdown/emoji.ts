import { emojiTable } from './emoji-table.gen.ts'

export interface Emoji {
  /** The canonical name: `thumbsup` for `+1` too. */
  readonly name: string
  readonly unicode: string
  readonly description: string
  readonly unicodeVersion: string
}

let byName: Map<string, Emoji> | undefined

/**
 * The emoji with this name or alias, without colons.
 *
 * @source EMOJI-011, product rules section 8 "emoji names"
 */
export function emojiByName(name: string): Emoji | undefined {
  byName ??= readTable()
  return byName.get(name)
}

/** Every emoji once, in the order of the table. */
export function allEmoji(): readonly Emoji[] {
  byName ??= readTable()
  return [...new Set(byName.values())]
}

function readTable(): Map<string, Emoji> {
  const table = new Map<string, Emoji>()
  for (const line of emojiTable.split('\n')) {
    const [unicode = '', unicodeVersion = '', description = '', words = ''] = line.split('|')
    const names = words.split(' ')
    const emoji: Emoji = { name: names[0] ?? '', unicode, description, unicodeVersion }
    for (const name of names) table.set(name, emoji)
  }
  return table
}
