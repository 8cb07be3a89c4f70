import { useSyncExternalStore } from 'react'
import { parseReader, type Reader, readerCookie, unknownReader, writeReader } from '#contract/reader.ts'

let drawnFor: Reader = unknownReader
let drawnAtMs = Date.now()
let own: Reader | null = null
const watchers = new Set<() => void>()

/** Set for whom and when the server drew the page. @param at  ISO 8601 */
export function setDrawing(reader: Reader, at: string | null): void {
  drawnFor = reader
  drawnAtMs = Date.parse(at ?? '') || Date.now()
}

/** When the server drew the page, in milliseconds. */
export const drawnAt = (): number => drawnAtMs

/** The browser as it is; on the server, as the page is drawn for it. */
export function currentReader(): Reader {
  if (typeof window === 'undefined') return drawnFor
  if (own === null) {
    own = asDrawn(readBrowser())
    remember(own)
  }
  return own
}

/** The browser that the page is drawn for: the one of the server's drawing until React has taken it over. */
export const useReader = (): Reader => useSyncExternalStore(watch, currentReader, () => drawnFor)

/** Make a choice in this browser, or take it back. */
export function setChoice(name: string, isOn: boolean): void {
  const others = readBrowser().choices.filter(each => each !== name)
  keepChoices(isOn ? [...others, name] : others)
}

/** Make a choice in this browser in place of those whose names begin in the same way. */
export function choose(beginning: string, name: string): void {
  keepChoices([...readBrowser().choices.filter(each => !each.startsWith(beginning)), name])
}

function keepChoices(choices: readonly string[]): void {
  own = asDrawn({ ...currentReader(), choices: choices.toSorted() })
  remember(own)
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The value of the drawing when nothing differs, so that nothing is rendered again. */
const asDrawn = (reader: Reader): Reader => (writeReader(reader) === writeReader(drawnFor) ? drawnFor : reader)

function readBrowser(): Reader {
  const cookie = document.cookie.split('; ').find(each => each.startsWith(`${readerCookie}=`))
  // Where cookies are refused, a choice lasts as long as the page.
  const { choices } = cookie === undefined ? (own ?? drawnFor) : parseReader(cookie.slice(readerCookie.length + 1))
  return { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, language: navigator.language, choices }
}

function remember(reader: Reader): void {
  const cookie = `${readerCookie}=${writeReader(reader)}`
  if (!document.cookie.split('; ').includes(cookie)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https.
    document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax`
  }
}
