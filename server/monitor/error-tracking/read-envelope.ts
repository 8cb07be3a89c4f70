import { type Given, isRecord } from './event-text.ts'

/** The events of a body. */
export interface ReceivedEvents {
  /** The JSON of its events. */
  readonly events: readonly unknown[]
  /**
   * The number of items of an envelope, whatever is in them: `event` and all other types, which are accepted and
   * dropped.
   */
  readonly items: number
  /** An event was left out because it was longer than the limit. */
  readonly isTooLarge: boolean
  /** A part of the body could not be read. */
  readonly isBroken: boolean
  /** The time when the client sent it, by its own clock; null where it gives none. */
  readonly sentAt: string | null
}

/** Reads a body as it arrives, so that dropped parts are never held in memory. */
export interface BodyReader {
  /** @returns whether it wants more */
  push(chunk: Buffer): boolean
  end(): ReceivedEvents
}

/** The size of all events of a body. @source rest.md 13.2 */
const mostEventBytes = 1024 * 1024
/** The limit of attachments and other dropped items. */
const mostEnvelopeBytes = 64 * 1024 * 1024
const longestHeader = 64 * 1024
const mostItems = 100
const lineEnd = 0x0a

/** A body that is one event. */
export class StoredEventReader implements BodyReader {
  readonly #content = new Content(mostEventBytes)

  push(chunk: Buffer): boolean {
    this.#content.push(chunk)
    return !this.#content.isTooLong
  }

  end(): ReceivedEvents {
    const { isTooLong } = this.#content
    const event = isTooLong ? undefined : parseJson(this.#content.text())
    const isBroken = !isTooLong && event === undefined
    return { events: event === undefined ? [] : [event], items: 1, isTooLarge: isTooLong, isBroken, sentAt: null }
  }
}

type Step =
  | { readonly name: 'header' | 'item'; readonly line: Content }
  /** Up to the end of the line, where the item does not say its length. */
  | { readonly name: 'content'; readonly content: Content | null; left: number | null }
  /** The end of the line after a content of a known length. */
  | { readonly name: 'after' }
  | { readonly name: 'ended' }

/**
 * An envelope of a Sentry SDK: a line of JSON about the envelope, then for each item a line of JSON about it and its content.
 * Events that are complete count, whatever comes after them.
 *
 * @source develop.sentry.dev/sdk/data-model/envelopes; rest.md 13.2
 */
export class EnvelopeReader implements BodyReader {
  /** The line about the envelope; null until it has come. */
  header: Given | null = null
  #step: Step = { name: 'header', line: new Content(longestHeader) }
  readonly #events: unknown[] = []
  #items = 0
  #bytes = 0
  #eventBytes = 0
  #isTooLarge = false
  #isBroken = false

  push(chunk: Buffer): boolean {
    this.#bytes += chunk.length
    let at = 0
    while (at < chunk.length && this.#step.name !== 'ended') at = this.#read(chunk, at)
    if (this.#bytes > mostEnvelopeBytes) this.#step = { name: 'ended' }
    return this.#step.name !== 'ended'
  }

  end(): ReceivedEvents {
    const step = this.#step
    this.#step = { name: 'ended' }
    if (step.name === 'header' || step.name === 'item') this.#endLine(step)
    else if (step.name === 'content') {
      if (step.left === null) this.#endContent(step.content)
      else this.#isBroken = true
    }
    const sentAt = this.header?.sent_at
    return {
      events: this.#events,
      items: this.#items,
      isTooLarge: this.#isTooLarge,
      isBroken: this.#isBroken,
      sentAt: typeof sentAt === 'string' ? sentAt : null,
    }
  }

  /** @returns where to go on in the chunk */
  #read(chunk: Buffer, at: number): number {
    const step = this.#step
    switch (step.name) {
      case 'header':
      case 'item': {
        const end = chunk.indexOf(lineEnd, at)
        step.line.push(chunk.subarray(at, end < 0 ? chunk.length : end))
        if (end < 0 && !step.line.isTooLong) return chunk.length
        this.#endLine(step)
        return end < 0 ? chunk.length : end + 1
      }
      case 'content': {
        const end = step.left === null ? chunk.indexOf(lineEnd, at) : at + step.left
        const isWhole = end >= 0 && end <= chunk.length && (step.left !== null || end < chunk.length)
        const part = chunk.subarray(at, isWhole ? end : chunk.length)
        step.content?.push(part)
        if (!isWhole) {
          if (step.left !== null) step.left -= part.length
          return chunk.length
        }
        this.#endContent(step.content)
        if (step.left === null) return end + 1
        this.#step = { name: 'after' }
        return end
      }
      case 'after':
        this.#step = nextItem()
        return chunk[at] === lineEnd ? at + 1 : at
      case 'ended':
        return chunk.length
      default:
        return step satisfies never
    }
  }

  #endLine({ name, line }: { readonly name: 'header' | 'item'; readonly line: Content }): void {
    const text = line.isTooLong ? '{' : line.text()
    // Between items, empty lines are allowed.
    if (name === 'item' && text.trim() === '') {
      if (this.#step.name !== 'ended') this.#step = nextItem()
      return
    }
    const header = parseJson(text)
    if (!isRecord(header) || (name === 'item' && typeof header.type !== 'string')) {
      this.#break()
      return
    }
    if (name === 'header') {
      this.header = header
      if (this.#step.name !== 'ended') this.#step = nextItem()
      return
    }
    const { length = null } = header
    if (length !== null && (typeof length !== 'number' || !Number.isInteger(length) || length < 0)) {
      this.#break()
      return
    }
    this.#items += 1
    const content = header.type === 'event' ? new Content(mostEventBytes - this.#eventBytes) : null
    if (this.#step.name === 'ended') {
      // The body ends with the line about its last item.
      if (length !== 0 || content !== null) this.#isBroken = true
    } else if (length === 0) {
      this.#endContent(content)
      this.#step = { name: 'after' }
    } else this.#step = { name: 'content', content, left: length }
  }

  #endContent(content: Content | null): void {
    if (content?.isTooLong) this.#isTooLarge = true
    else if (content !== null) {
      const event = parseJson(content.text())
      this.#eventBytes += content.bytes
      if (event === undefined) this.#isBroken = true
      else this.#events.push(event)
    }
    if (this.#step.name !== 'ended') this.#step = this.#items < mostItems ? nextItem() : { name: 'ended' }
  }

  #break(): void {
    this.#isBroken = true
    this.#step = { name: 'ended' }
  }
}

const nextItem = (): Step => ({ name: 'item', line: new Content(longestHeader) })

/** Bytes up to a limit; of longer ones none are kept. */
class Content {
  bytes = 0
  #chunks: Buffer[] = []
  readonly #mostBytes: number

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get isTooLong(): boolean {
    return this.bytes > this.#mostBytes
  }

  push(chunk: Buffer): void {
    this.bytes += chunk.length
    if (this.isTooLong) this.#chunks = []
    else this.#chunks.push(chunk)
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}

/** @returns undefined if the text is no JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
