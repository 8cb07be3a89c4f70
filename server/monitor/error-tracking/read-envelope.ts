/** What an envelope holds: the JSON of its events, and whether it held anything that is accepted and dropped. */
interface Envelope {
  readonly events: readonly unknown[]
  readonly hasDropped: boolean
}

const maxItems = 100
const lineEnd = 0x0a

/**
 * Split an envelope of a Sentry SDK: a line of JSON about the envelope, then for each item a line of JSON about it and its content.
 *
 * @returns null where it cannot be read
 * @source develop.sentry.dev/sdk/data-model/envelopes; rest.md 13.2
 */
export function readEnvelope(body: Buffer): Envelope | null {
  const first = lineAt(body, 0)
  if (!isRecord(parseJson(first.text))) return null
  const events: unknown[] = []
  let hasDropped = false
  let at = first.next
  for (let items = 0; at < body.length && items < maxItems; items += 1) {
    const line = lineAt(body, at)
    if (line.text.trim() === '') {
      at = line.next
      continue
    }
    const header = parseJson(line.text)
    if (!isRecord(header) || typeof header.type !== 'string') return null
    const content = contentAt(body, line.next, header.length)
    if (content === null) return null
    at = content.next
    if (header.type === 'event') {
      const event = parseJson(content.text())
      if (event === undefined) return null
      events.push(event)
    } else if (header.type === 'transaction') hasDropped = true
  }
  return { events, hasDropped }
}

/** @returns undefined for what is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function lineAt(body: Buffer, at: number): { readonly text: string; readonly next: number } {
  const end = body.indexOf(lineEnd, at)
  return end < 0
    ? { text: body.toString('utf8', at), next: body.length }
    : { text: body.toString('utf8', at, end), next: end + 1 }
}

/** @param length  in bytes, where the item says it: its content may hold line ends then */
function contentAt(body: Buffer, at: number, length: unknown) {
  if (length === undefined) {
    const { text, next } = lineAt(body, at)
    return { text: () => text, next }
  }
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || at + length > body.length) return null
  const end = at + length
  return { text: () => body.toString('utf8', at, end), next: body[end] === lineEnd ? end + 1 : end }
}
