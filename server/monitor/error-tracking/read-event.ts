import { createHash, randomUUID } from 'node:crypto'
import type { ContextLine, StackTraceEntry } from '#contract/monitor/error-tracking/error-words.ts'
import { isRecord } from './read-envelope.ts'

/** An event as it is stored, with the group that it belongs to. */
export interface ErrorEvent {
  readonly uuid: string
  /** Of the exception, place and platform: events with the same one are the same error. */
  readonly fingerprint: string
  readonly name: string
  readonly description: string
  readonly actor: string
  readonly platform: string
  readonly level: string
  readonly release: string | null
  readonly occurredAt: string
  /** A hash of whom it has hit; null where the event does not say. */
  readonly userHash: string | null
  readonly payload: ErrorPayload
}

/** What is kept of an event besides. */
interface ErrorPayload {
  readonly environment: string | null
  readonly serverName: string | null
  readonly logger: string | null
  readonly sdk: string | null
  readonly tags: readonly (readonly [name: string, value: string])[]
  readonly entries: readonly StackTraceEntry[]
}

export const errorRetentionDays = 90

/** Of a stack, the calls next to the exception. */
const mostEntries = 250
const mostContextLines = 5
const mostTags = 50
const longest = { name: 200, description: 2_000, actor: 300, word: 100, path: 500, line: 300, tag: 200 } as const
const levels: ReadonlySet<string> = new Set(['fatal', 'error', 'warning', 'info', 'debug'])

/**
 * Read an event of a Sentry SDK. Of values that cannot be used, the event goes without.
 *
 * @param nowMs  the time of events that carry none, or one that cannot be theirs
 * @returns null where it tells of no exception and has no message
 * @source rest.md 13.2; develop.sentry.dev/sdk/data-model/event-payloads
 */
export function readEvent(given: unknown, nowMs: number): ErrorEvent | null {
  if (!isRecord(given)) return null
  const exception = exceptionOf(given)
  const message = exception === null ? messageOf(given) : null
  if (exception === null && message === null) return null
  const frames = framesOf(exception ?? {}, given)
  const platform = text(given.platform, longest.word) ?? 'other'
  const name = exception === null ? (message?.template ?? '') : (text(exception.type, longest.name) ?? 'Error')
  const actor = actorOf(given, frames)
  return {
    uuid: uuidOf(given.event_id),
    fingerprint: fingerprintOf(name, actor, platform),
    name,
    description: exception === null ? (message?.formatted ?? '') : (textOf(exception.value, longest.description) ?? ''),
    actor,
    platform,
    level: levelOf(given.level),
    release: text(given.release, longest.tag),
    occurredAt: momentOf(given.timestamp, nowMs),
    userHash: userHashOf(given.user),
    payload: {
      environment: text(given.environment, longest.word),
      serverName: text(given.server_name, longest.tag),
      logger: text(given.logger, longest.tag),
      sdk: isRecord(given.sdk) ? text(given.sdk.name, longest.word) : null,
      tags: tagsOf(given.tags),
      entries: frames.map(entryOf),
    },
  }
}

type Given = Readonly<Record<string, unknown>>

/** The exception that ended the program: the last of a chain, which begins with its first cause. */
function exceptionOf({ exception }: Given): Given | null {
  const values = Array.isArray(exception)
    ? exception
    : isRecord(exception)
      ? Array.isArray(exception.values)
        ? exception.values
        : [exception]
      : []
  const last = values.filter(isRecord).at(-1) ?? null
  return last === null || (text(last.type, 1) === null && textOf(last.value, 1) === null) ? null : last
}

/** A message, and its text before values were filled in. */
function messageOf(event: Given): { readonly template: string; readonly formatted: string } | null {
  const entry = isRecord(event.logentry) ? event.logentry : isRecord(event.message) ? event.message : null
  const template = text(entry?.message ?? event.message ?? entry?.formatted, longest.name)
  const formatted = textOf(entry?.formatted ?? event.message ?? entry?.message, longest.description)
  return template === null ? null : { template, formatted: formatted === template ? '' : (formatted ?? '') }
}

function framesOf(exception: Given, event: Given): readonly Given[] {
  const threads = isRecord(event.threads) && Array.isArray(event.threads.values) ? event.threads.values : []
  const crashed = threads.filter(isRecord).find(thread => thread.crashed === true)
  for (const stack of [exception.stacktrace, event.stacktrace, crashed?.stacktrace])
    if (isRecord(stack) && Array.isArray(stack.frames) && stack.frames.length > 0)
      return stack.frames.slice(-mostEntries).filter(isRecord)
  return []
}

/** The transaction, or else the innermost call, by preference one of the application itself. */
function actorOf(event: Given, frames: readonly Given[]): string {
  const named = text(event.transaction, longest.actor) ?? text(event.culprit, longest.actor)
  if (named !== null) return named
  const frame = frames.findLast(each => each.in_app === true) ?? frames.at(-1)
  if (frame === undefined) return ''
  const where =
    text(frame.module, longest.path) ?? text(frame.filename, longest.path) ?? text(frame.abs_path, longest.path)
  const called = text(frame.function, longest.name)
  return [called, where === null ? null : called === null ? where : `(${where})`]
    .filter(each => each !== null)
    .join('')
    .slice(0, longest.actor)
}

function entryOf(frame: Given): StackTraceEntry {
  const lineNo = wholeNumber(frame.lineno)
  return {
    filename:
      text(frame.filename, longest.path) ?? text(frame.abs_path, longest.path) ?? text(frame.module, longest.path),
    lineNo,
    colNo: wholeNumber(frame.colno),
    function: text(frame.function, longest.name),
    context: lineNo === null ? [] : contextOf(frame, lineNo),
    inApp: typeof frame.in_app === 'boolean' ? frame.in_app : null,
  }
}

function contextOf(frame: Given, lineNo: number): readonly ContextLine[] {
  const own = codeLine(frame.context_line)
  if (own === null) return []
  const before = codeLines(frame.pre_context).slice(-mostContextLines)
  const after = codeLines(frame.post_context).slice(0, mostContextLines)
  return [...before, own, ...after]
    .map((line, index): ContextLine => [lineNo - before.length + index, line])
    .filter(([number]) => number > 0)
}

const codeLines = (given: unknown): readonly string[] =>
  Array.isArray(given) ? given.map(each => codeLine(each) ?? '') : []

const codeLine = (given: unknown): string | null =>
  typeof given === 'string'
    ? storable(given)
        .replace(/[\r\n]+$/, '')
        .slice(0, longest.line)
    : null

function tagsOf(given: unknown): ErrorPayload['tags'] {
  const pairs = Array.isArray(given)
    ? given.filter((each): each is readonly unknown[] => Array.isArray(each))
    : isRecord(given)
      ? Object.entries(given)
      : []
  return pairs.slice(0, mostTags).flatMap(([name, value]) => {
    const [named, valued] = [text(name, longest.word), textOf(value, longest.tag)]
    return named === null || valued === null ? [] : [[named, valued] as const]
  })
}

/** Whom an event has hit is only counted, so no more than a hash is kept. */
function userHashOf(given: unknown): string | null {
  if (!isRecord(given)) return null
  for (const part of ['id', 'username', 'email', 'ip_address']) {
    const value = textOf(given[part], 500)
    if (value !== null) return hash(`${part}\0${value}`)
  }
  return null
}

const fingerprintOf = (...parts: readonly string[]): string => hash(parts.join('\0'))

const hash = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 32)

function uuidOf(given: unknown): string {
  const digits = typeof given === 'string' ? given.replaceAll('-', '') : ''
  if (!/^[0-9a-f]{32}$/i.test(digits)) return randomUUID()
  return digits.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Clocks of clients may be wrong: nothing occurred in the future, nor before the time for which events are kept. */
function momentOf(given: unknown, nowMs: number): string {
  const ms =
    typeof given === 'number'
      ? given * 1000
      : typeof given === 'string' && given.length <= 40
        ? /^\d+(?:\.\d+)?$/.test(given)
          ? Number(given) * 1000
          : // Without a time zone it is in UTC.
            Date.parse(/(?:[zZ]|[+-]\d\d:?\d\d)$/.test(given) ? given : `${given}Z`)
        : Number.NaN
  const isTheirs = ms <= nowMs && ms > nowMs - errorRetentionDays * 86_400_000
  return new Date(isTheirs ? ms : nowMs).toISOString()
}

const levelOf = (given: unknown): string => (typeof given === 'string' && levels.has(given) ? given : 'error')

const wholeNumber = (given: unknown): number | null =>
  typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= 2_147_483_647 ? given : null

/** One line of text; null where there is none. */
function text(given: unknown, maxLength: number): string | null {
  if (typeof given !== 'string') return null
  return (
    storable(given.slice(0, 4 * maxLength))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, maxLength)
      .toWellFormed() || null
  )
}

/** Text of several lines, also of a number or another value; null where there is none. */
function textOf(given: unknown, maxLength: number): string | null {
  const value =
    typeof given === 'string' ? given : typeof given === 'number' || typeof given === 'boolean' ? String(given) : ''
  return storable(value.slice(0, maxLength)).trim() || null
}

/** PostgreSQL stores no null characters, nor halves of a surrogate pair. */
const storable = (value: string): string => value.replaceAll('\0', '\ufffd').toWellFormed()
