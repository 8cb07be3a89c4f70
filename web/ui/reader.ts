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

/** The time at which the server drew the page, in milliseconds. */
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
  keep({ choices: isOn ? [...others, name] : others })
}

/** Make a choice that holds until the browser is closed. */
export function setSessionChoice(name: string): void {
  keep({ sessionChoices: [...readBrowser().sessionChoices.filter(each => each !== name), name] })
}

/** Make a choice in this browser in place of those whose names begin in the same way. */
export function choose(beginning: string, name: string): void {
  keep({ choices: [...readBrowser().choices.filter(each => !each.startsWith(beginning)), name] })
}

function keep(changed: Partial<Pick<Reader, 'choices' | 'sessionChoices'>>): void {
  const { choices, sessionChoices } = { ...readBrowser(), ...changed }
  own = asDrawn({
    ...currentReader(),
    choices,
    sessionChoices,
  })
  remember(own)
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The value of the drawing when nothing differs, so that nothing is rendered again. */
const asDrawn = (reader: Reader): Reader => (isSame(reader, drawnFor) ? drawnFor : reader)

const isSame = (one: Reader, other: Reader): boolean =>
  JSON.stringify(writeReader(one)) === JSON.stringify(writeReader(other))

function readBrowser(): Reader {
  const cookies = Object.fromEntries(
    document.cookie.split('; ').map(each => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
  )
  // If cookies are refused, a choice lasts as long as the page.
  const { choices, sessionChoices } = readerCookie in cookies ? parseReader(cookies) : (own ?? drawnFor)
  return {
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    language: navigator.language,
    choices,
    sessionChoices,
  }
}

/** @source UI-015 of choices that stay, UI-016 of those of a session */
function remember(reader: Reader): void {
  const kept = document.cookie.split('; ')
  for (const [name, value] of Object.entries(writeReader(reader))) {
    const cookie = `${name}=${value}`
    if (kept.includes(cookie) || (value === '' && !kept.some(each => each.startsWith(`${name}=`)))) continue
    const age = name === readerCookie ? '; max-age=31536000' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https.
    document.cookie = `${cookie}; path=/${age}; samesite=lax`
  }
}
