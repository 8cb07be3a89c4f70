import type { getViewer } from '#contract/foundation/users.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { setServerTime } from '#web/ui/text/clock.ts'
import { fromWire } from './case.ts'

export type Viewer = ReplyOf<typeof getViewer>

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
}

/** What the server put into the page, so that its first paint asks for nothing. */
export const embedded: EmbeddedPage = readEmbedded()
setServerTime(embedded.servedAt)

function readEmbedded(): EmbeddedPage {
  // Tests of pure rules run where there is no document.
  const text = globalThis.document?.getElementById('weft-page')?.textContent
  if (!text) return { operation: null, input: {}, status: 200, data: null, viewer: null, csrfToken: '', servedAt: null }
  const raw: Record<string, unknown> = JSON.parse(text)
  const { input, ...rest } = raw
  // The page door writes exactly this.
  return { ...(fromWire(rest) as Omit<EmbeddedPage, 'input'>), input: input as EmbeddedPage['input'] }
}

/** Who the page was opened by; null for a visitor. */
export const viewerId: number | null = embedded.viewer?.user?.id ?? null

let token = embedded.csrfToken

/** The token that every write carries. */
export const authenticityToken = (): string => token

/** Signed in again, or signed out: the session is another one. */
export function renewAuthenticity(next: string): void {
  token = next
}
