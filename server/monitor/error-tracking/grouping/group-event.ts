import { createHash } from 'node:crypto'
import type { GroupPart } from '#contract/monitor/error-tracking/error-words.ts'
import { type Given, longest, textOf } from '../event-text.ts'
import { anyCallsOf, callsOf } from './calls.ts'
import { templateInSource, templateOf } from './message-template.ts'

/** An exception of an event, or of one that caused it. */
export interface RaisedException {
  readonly type: string | null
  readonly value: string
  readonly frames: readonly Given[]
  /**
   * The stack is that of the call that sent the error, because the raised value has none: a text, or an object of
   * another kind.
   */
  readonly isOfCapture: boolean
}

/** A message that the application has sent, with the stack of the call that sent it. */
export interface RaisedMessage {
  readonly value: string
  /** The message before values were filled in; null where the client has not sent it. */
  readonly template: string | null
  readonly frames: readonly Given[]
}

interface ToGroup {
  readonly platform: string
  /** The fingerprint set by the client; its values may be of any kind. */
  readonly fingerprint: unknown
  /** The variables that a fingerprint may use besides `{{ default }}`. */
  readonly variables: Readonly<Record<string, string>>
  readonly exception: RaisedException | null
  readonly causes: readonly RaisedException[]
  /** The message of an event without an exception. */
  readonly message: RaisedMessage | null
}

interface ErrorGroup {
  /** Events with the same one are the same error. */
  readonly fingerprint: string
  /** The parts of which the fingerprint is made. */
  readonly parts: readonly GroupPart[]
}

const mostFingerprintValues = 20
/** The parts of a group that its page shows. */
const mostParts = 60
const longestPart = 300

/**
 * The group of an event: by the fingerprint that the client has set, or else by the calls of the application, the type
 * and the message without the parts that differ between events, also those of the causes.
 */
export function groupEvent(event: ToGroup): ErrorGroup {
  const parts = ownParts(event) ?? defaultParts(event)
  return {
    fingerprint: createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32),
    parts: parts
      .slice(0, mostParts)
      .map(({ part, value }) => ({ part, value: value.slice(0, longestPart).toWellFormed() })),
  }
}

/** @returns null where the client leaves the grouping to the server */
function ownParts(event: ToGroup): readonly GroupPart[] | null {
  const { fingerprint, variables } = event
  const values = (Array.isArray(fingerprint) ? fingerprint : [])
    .slice(0, mostFingerprintValues)
    .flatMap(value => textOf(value, longest.tag) ?? [])
  const named = values.map(value => /^\{\{\s*([\w.]+)\s*\}\}$/.exec(value)?.[1]?.toLowerCase() ?? null)
  if (named.every(name => name === 'default')) return null
  return values.flatMap((value, index) => {
    const name = named[index] ?? null
    if (name === 'default') return defaultParts(event)
    const filledIn = name !== null && Object.hasOwn(variables, name) ? variables[name] : undefined
    return [{ part: 'fingerprint' as const, value: filledIn ?? value }]
  })
}

function defaultParts({ platform, exception, causes, message }: ToGroup): readonly GroupPart[] {
  const base: GroupPart = { part: 'platform', value: platform }
  if (message !== null) return [base, ...partsOf({ type: null, isOfCapture: true, ...message })]
  if (exception === null) return [base]
  // In a group of exceptions, neither the order nor the number of equal ones points to another cause.
  const others = [...new Set(causes.map(cause => asText(partsOf(cause))))].toSorted()
  return [base, ...partsOf(exception), ...others.map((value): GroupPart => ({ part: 'cause', value }))]
}

function partsOf(raised: RaisedException & { readonly template?: string | null }): readonly GroupPart[] {
  const { type, value, frames, isOfCapture, template = null } = raised
  const { calls, sources } = callsOf(frames, value)
  const spelled = template ?? sources.map(source => templateInSource(value, source)).find(each => each !== null) ?? null
  // If the line that raised an error is known, the message adds nothing, unless the line spells it.
  const lines = spelled === null && !isOfCapture ? linesOf(sources) : []
  const message = spelled ?? (lines.length > 0 ? '' : templateOf(value) || value)
  const known = calls.length > 0 || message !== '' ? calls : anyCallsOf(frames)
  return [
    ...(type === null ? [] : [{ part: 'type' as const, value: type }]),
    ...(message === '' ? [] : [{ part: 'message' as const, value: message }]),
    ...lines.map(line => ({ part: 'line' as const, value: line })),
    ...known.map(call => ({ part: 'call' as const, value: call })),
  ]
}

/** The line that raised an error; if it raises a value that it was given, also the line of its caller. */
function linesOf(sources: readonly string[]): readonly string[] {
  const lines = sources.map(source => source.replace(/\s+/g, ' '))
  return lines.slice(0, /\b(?:throw|raise)\b/.test(lines[0] ?? '') ? 2 : 1)
}

function asText(parts: readonly GroupPart[]): string {
  const of = (wanted: GroupPart['part']) => parts.filter(({ part }) => part === wanted).map(({ value }) => value)
  const title = [...of('type'), ...of('message')].join(': ')
  return [title, ...of('line'), ...of('call').toReversed()].join('\n')
}
