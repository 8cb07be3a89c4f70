import { createHash, randomUUID } from 'node:crypto'
import type {
  ContextLine,
  ErrorCause,
  GroupPart,
  StackTraceEntry,
} from '#contract/monitor/error-tracking/error-words.ts'
import { codeLine, codeLines, type Given, isRecord, longest, text, textOf } from './event-text.ts'
import { groupEvent, type RaisedException } from './grouping/group-event.ts'

/** An event as it is stored, with the group that it belongs to. */
export interface ErrorEvent {
  readonly uuid: string
  /** Events with the same one are the same error. */
  readonly fingerprint: string
  readonly groupedBy: readonly GroupPart[]
  /** The former fingerprint, from before fingerprints were made of calls and messages: it finds groups of that time. */
  readonly former: FormerGroup
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

/** @source db/migrations/0770-groups-of-errors.sql, which makes the same of the events that are stored */
interface FormerGroup {
  /** A hash of the exception, place and platform. */
  readonly fingerprint: string
  /** A hash of the calls of the application, or else of the message. */
  readonly trace: string
}

/** The other stored parts of an event. */
interface ErrorPayload {
  readonly type: string
  readonly message: string
  readonly level: string
  readonly release: string | null
  readonly transaction: string | null
  /** The nearest first. */
  readonly causes: readonly ErrorCause[]
  readonly environment: string | null
  readonly serverName: string | null
  readonly logger: string | null
  readonly sdk: string | null
  readonly tags: readonly (readonly [name: string, value: string])[]
  readonly entries: readonly StackTraceEntry[]
}

export const errorRetentionDays = 90

/** The calls of a stack next to the exception. */
const mostEntries = 250
const mostEntriesOfCause = 50
const mostCauses = 10
const mostContextLines = 5
const mostTags = 50
const levels: ReadonlySet<string> = new Set(['fatal', 'error', 'warning', 'info', 'debug'])

/**
 * Read an event of a Sentry SDK. Values that cannot be used are left out.
 *
 * @param nowMs    the time of events that carry none, or one that cannot be theirs
 * @param driftMs  by how much the clock of the client is slow
 * @returns null if it has neither an exception nor a message
 * @source rest.md 13.2; develop.sentry.dev/sdk/data-model/event-payloads
 */
export function readEvent(given: unknown, nowMs: number, driftMs = 0): ErrorEvent | null {
  if (!isRecord(given)) return null
  const [raised = null, ...causes] = exceptionsOf(given)
  // Clients send the stack of a message as an exception without a type.
  const message = raised === null || raised.type === null ? messageOf(given) : null
  const exception = message === null ? raised : null
  if (exception === null && message === null) return null
  const frames = raised !== null && raised.frames.length > 0 ? raised.frames : framesOf(given)
  const platform = text(given.platform, longest.word) ?? 'other'
  const name = exception === null ? (message?.title ?? '') : (exception.type ?? 'Error')
  const description = exception === null ? (message?.formatted ?? '') : exception.value
  const actor = actorOf(given, frames)
  const level = levelOf(given.level)
  const transaction = text(given.transaction, longest.actor)
  const release = text(given.release, longest.tag)
  const entries = frames.map(entryOf)
  const { fingerprint, parts } = groupEvent({
    platform,
    fingerprint: given.fingerprint,
    variables: {
      ...{
        type: name,
        'error.type': name,
        value: description,
        'error.value': description,
        message: description,
        level,
      },
      transaction: transaction ?? '',
      logger: text(given.logger, longest.tag) ?? '',
    },
    exception: exception === null ? null : { ...exception, frames },
    causes,
    message: message === null ? null : { value: description || name, template: message.template, frames },
  })
  return {
    uuid: uuidOf(given.event_id),
    fingerprint,
    groupedBy: parts,
    former: { fingerprint: hash([name, actor, platform].join('\0')), trace: formerTraceOf(entries, description) },
    name,
    description,
    actor,
    platform,
    level,
    release,
    occurredAt: momentOf(given.timestamp, nowMs, driftMs),
    userHash: userHashOf(given.user),
    payload: {
      ...{ type: name, message: description, level, release, transaction },
      causes: causes.map(causeOf),
      environment: text(given.environment, longest.word),
      serverName: text(given.server_name, longest.tag),
      logger: text(given.logger, longest.tag),
      sdk: isRecord(given.sdk) ? text(given.sdk.name, longest.word) : null,
      tags: tagsOf(given.tags),
      entries,
    },
  }
}

/**
 * The exception that ended the program, and then its causes. A chain begins with its first cause, if it does not number
 * its parts.
 */
function exceptionsOf({ exception }: Given): readonly RaisedException[] {
  const values = Array.isArray(exception)
    ? exception
    : isRecord(exception)
      ? Array.isArray(exception.values)
        ? exception.values
        : [exception]
      : []
  const [last, ...causes] = values.filter(isRecord).toReversed()
  if (last === undefined) return []
  const raised = [last, ...causes.slice(0, mostCauses)].map(raisedOf)
  return raised[0]?.type === null && raised[0].value === '' ? [] : raised
}

const raisedOf = (exception: Given): RaisedException => ({
  type: text(exception.type, longest.name),
  value: textOf(exception.value, longest.description) ?? '',
  frames: framesIn(exception.stacktrace),
  isOfCapture: isRecord(exception.mechanism) && exception.mechanism.synthetic === true,
})

const causeOf = ({ type, value, frames }: RaisedException): ErrorCause => ({
  type: type ?? 'Error',
  message: value,
  stackTraceEntries: frames.slice(-mostEntriesOfCause).map(entryOf),
})

interface ErrorMessage {
  readonly title: string
  /** Null if the client has not sent which values were filled in. */
  readonly template: string | null
  readonly formatted: string
}

/** A message, and its text before values were filled in. */
function messageOf(event: Given): ErrorMessage | null {
  const entry = isRecord(event.logentry) ? event.logentry : isRecord(event.message) ? event.message : null
  const title = text(entry?.message ?? event.message ?? entry?.formatted, longest.name)
  const formatted = textOf(entry?.formatted ?? event.message ?? entry?.message, longest.description)
  if (title === null) return null
  const params = Object.keys(isRecord(entry?.params) || Array.isArray(entry?.params) ? entry.params : {})
  const template = textOf(entry?.message, longest.description)
  const hasValues = template !== null && (params.length > 0 || (formatted !== null && formatted !== template))
  return { title, template: hasValues ? template : null, formatted: formatted === title ? '' : (formatted ?? '') }
}

/** The stack of an event whose exception has none. */
function framesOf(event: Given): readonly Given[] {
  const threads = isRecord(event.threads) && Array.isArray(event.threads.values) ? event.threads.values : []
  const crashed = threads.filter(isRecord).find(thread => thread.crashed === true)
  const own = framesIn(event.stacktrace)
  return own.length > 0 ? own : framesIn(crashed?.stacktrace)
}

const framesIn = (stack: unknown): readonly Given[] =>
  isRecord(stack) && Array.isArray(stack.frames) ? stack.frames.slice(-mostEntries).filter(isRecord) : []

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

/** The users of an event are only counted, so no more than a hash is kept. */
function userHashOf(given: unknown): string | null {
  if (!isRecord(given)) return null
  for (const part of ['id', 'username', 'email', 'ip_address']) {
    const value = textOf(given[part], 500)
    if (value !== null) return hash(`${part}\0${value}`)
  }
  return null
}

function formerTraceOf(entries: readonly StackTraceEntry[], description: string): string {
  const own = entries.filter(entry => entry.inApp === true)
  if (own.length === 0) return md5(description)
  const line = own.at(-1)?.context.find(([number]) => number === own.at(-1)?.lineNo)?.[1] ?? ''
  const calls = own.map(entry => `${entry.function ?? ''} ${(entry.filename ?? '').replace(/^.*\//, '')}`)
  return md5([...calls, line.trim()].join('\n'))
}

const md5 = (value: string): string => createHash('md5').update(value).digest('hex')

const hash = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 32)

function uuidOf(given: unknown): string {
  const digits = typeof given === 'string' ? given.replaceAll('-', '') : ''
  if (!/^[0-9a-f]{32}$/i.test(digits)) return randomUUID()
  return digits.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Clocks of clients may be wrong: nothing occurred in the future, nor before the time for which events are kept. */
function momentOf(given: unknown, nowMs: number, driftMs: number): string {
  const ms =
    driftMs +
    (typeof given === 'number'
      ? given * 1000
      : typeof given === 'string' && given.length <= 40
        ? /^\d+(?:\.\d+)?$/.test(given)
          ? Number(given) * 1000
          : // A time without a time zone is in UTC.
            Date.parse(/(?:[zZ]|[+-]\d\d:?\d\d)$/.test(given) ? given : `${given}Z`)
        : Number.NaN)
  const isTheirs = ms <= nowMs && ms > nowMs - errorRetentionDays * 86_400_000
  return new Date(isTheirs ? ms : nowMs).toISOString()
}

const levelOf = (given: unknown): string => (typeof given === 'string' && levels.has(given) ? given : 'error')

const wholeNumber = (given: unknown): number | null =>
  typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= 2_147_483_647 ? given : null
