/** The word at the cursor that a list can complete. */
export interface CompletionMatch {
  readonly key: CompletionKey
  /** The text after the key so far, without an opening quote. */
  readonly query: string
  /** The offset of the key. */
  readonly from: number
  /** The cursor. */
  readonly to: number
}

type CompletionKey = '@' | '#' | '~' | '%' | ':' | '/' | '[contact:'

const longestQuery = 60

/** The match before the cursor; null if nothing can be completed. */
export function completionAt(text: string, cursor: number): CompletionMatch | null {
  const lineStart = text.lastIndexOf('\n', cursor - 1) + 1
  const line = text.slice(Math.max(lineStart, cursor - longestQuery), cursor)
  const offset = cursor - line.length
  const command = offset === lineStart ? /^\/([\w-]*)$/.exec(line) : null
  if (command) return { key: '/', query: command[1] ?? '', from: offset, to: cursor }
  const contact = /\[contact:([^\]\s]*)$/.exec(line)
  if (contact) return { key: '[contact:', query: contact[1] ?? '', from: offset + contact.index, to: cursor }
  const found = /(?:^|[\s([{,>|"'*_-])([@#~%:])("[^"\n]*|[^\s"`()[\]{},;!?@#~%:]*(?:::[^\s"]*)?)$/u.exec(line)
  if (found === null) return null
  // The pattern holds exactly these keys.
  const key = found[1] as CompletionKey
  const written = found[2] ?? ''
  const from = cursor - written.length - 1
  const isQuoted = written.startsWith('"')
  if (isQuoted && key !== '~' && key !== '%') return null
  const query = isQuoted ? written.slice(1) : written
  // A colon is punctuation until a letter follows, and `#` in a heading is followed by a space.
  if (key === ':' && !/^[a-z0-9+_-]{1,}$/i.test(query)) return null
  return { key, query, from, to: cursor }
}

/** A name as a reference or a quick action takes it: between quotes unless it is one plain word. */
export function quotedName(name: string): string {
  return /^[\p{L}\p{N}_?.&-]*[\p{L}_][\p{L}\p{N}_?.&-]*$/u.test(name) ? name : `"${name}"`
}

/**
 * The things that match what was typed, the best first: those that begin with it, then those with a word that does, then
 * those that hold it anywhere.
 */
export function ranked<T>(things: readonly T[], query: string, words: (thing: T) => readonly string[], max = 8) {
  const wanted = fold(query)
  if (wanted === '') return things.slice(0, max)
  const buckets: [T[], T[], T[]] = [[], [], []]
  for (const thing of things) {
    const rank = rankOf(words(thing), wanted)
    if (rank !== null) buckets[rank].push(thing)
  }
  return buckets.flat().slice(0, max)
}

function rankOf(words: readonly string[], wanted: string): 0 | 1 | 2 | null {
  let best: 0 | 1 | 2 | null = null
  for (const word of words) {
    const text = fold(word)
    const at = text.indexOf(wanted)
    if (at < 0) continue
    if (at === 0) return 0
    const rank = /[\s_./:-]/.test(text[at - 1] ?? '') || text.includes(` ${wanted}`) ? 1 : 2
    best = best === null || rank < best ? rank : best
  }
  return best
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
