import type { getViewer } from '#contract/foundation/users.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { type Reader, unknownReader } from '#contract/reader.ts'
import { setDrawing } from '#web/ui/reader.ts'
import { setServerTime } from '#web/ui/text/clock.ts'
import { fromWire } from './case.ts'

export type Viewer = ReplyOf<typeof getViewer>

interface GivenAnswer {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

interface EmbeddedPage {
  readonly operation: string | null
  /** The names and words of the address, as the wire has them. */
  readonly input: Readonly<Record<string, unknown>>
  readonly status: number
  readonly data: unknown
  readonly viewer: Viewer | null
  readonly csrfToken: string
  /** The server's clock when the document was written. */
  readonly servedAt: string | null
  /** The minute to which the times of the document are relative. */
  readonly drawnAt: string | null
  /** Replies to what the page asks first, by address. */
  readonly answers: readonly GivenAnswer[]
  /** The server draws the rest below the first view, which it has drawn before. */
  readonly isRest?: boolean
  /** Whether the browser may store what it reads. */
  readonly keepsPages: boolean
  /** The browser that the server drew the page for. */
  readonly reader: Reader
}

const nothing: EmbeddedPage = {
  operation: null,
  input: {},
  status: 200,
  data: null,
  viewer: null,
  csrfToken: '',
  servedAt: null,
  drawnAt: null,
  answers: [],
  keepsPages: false,
  reader: unknownReader,
}

/** The data that the server put into the page, so that its first paint needs no request. */
export let embedded: EmbeddedPage = nothing

/** The user who opened the page; null for a visitor. */
export let viewerId: number | null = null

let token = ''

const beginnings: (() => void)[] = []

/**
 * Set up state of a module for the page that is opened. A browser has one page, the server draws one after the other, and
 * none may know of the one before it.
 */
export function atOpening(begin: () => void): void {
  beginnings.push(begin)
  begin()
}

/** Whether this is the server, which draws a page and sends no requests. */
export let isDrawing = false

/** Begin anew with the page that the server draws now. @param text  what its document embeds */
export function drawPage(text: string): void {
  isDrawing = true
  openPage(text)
}

let takeOver: PromiseWithResolvers<void> | null = null
let partsToTake = 0

/** The server drew the page, and it is about to be hydrated. */
export function beginTakeOver(): void {
  takeOver = Promise.withResolvers()
  partsToTake = 1
}

/** A part of the page is hydrated after the rest, which ends with `endTakeOver` for each. */
export function takeOverLater(): void {
  partsToTake += 1
}

export function endTakeOver(): void {
  partsToTake -= 1
  if (partsToTake > 0) return
  takeOver?.resolve()
  takeOver = null
}

/** Whether the server's drawing is being hydrated. */
export const isTakingOver = (): boolean => takeOver !== null

/**
 * Resolves when the page is hydrated. Until then its content must not change: React would discard the server's drawing.
 */
export const takenOver = async (): Promise<void> => takeOver?.promise

/** The element of a drawing that holds the rest of a page. */
export const restTag = 'template'

let answers: readonly GivenAnswer[] = []

/** @param to  as the page asks for it; any of them without it */
export const hasAnswers = (to?: string): boolean => answers.some(({ url }) => (to ?? url) === url)

/** The reply that came with the document, once. @param url  as the page asks for it */
export function takeAnswer(url: string): GivenAnswer | null {
  const found = answers.find(each => each.url === url) ?? null
  answers = answers.filter(each => each !== found)
  return found
}

function openPage(text: string): void {
  embedded = parsePage(text)
  viewerId = embedded.viewer?.user?.id ?? null
  token = embedded.csrfToken
  // While the server draws, it is the minute that is drawn.
  const now = embedded.servedAt ?? embedded.drawnAt
  answers = embedded.answers.map(answer => ({ ...answer, headers: { ...answer.headers, date: now ?? '' } }))
  setServerTime(now)
  setDrawing(embedded.reader, embedded.drawnAt)
  for (const begin of beginnings) begin()
}

// Tests of pure rules run where there is no document.
const own = globalThis.document?.getElementById('weft-page')?.textContent
if (own) openPage(own)

function parsePage(text: string): EmbeddedPage {
  const raw: Record<string, unknown> = JSON.parse(text)
  const { input, ...rest } = raw
  // The page door writes exactly this.
  return { ...(fromWire(rest) as Omit<EmbeddedPage, 'input'>), input: input as EmbeddedPage['input'] }
}

/** The token that every write carries. */
export const authenticityToken = (): string => token

/** Signed in again, or signed out: the session is another one. */
export function renewAuthenticity(next: string): void {
  token = next
}
