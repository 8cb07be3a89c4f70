export const errorStatuses = ['unresolved', 'resolved', 'ignored'] as const
export type ErrorStatus = (typeof errorStatuses)[number]

/** The orders of the list. All begin with the latest or most frequent error. */
export const errorSorts = ['last_seen', 'first_seen', 'frequency'] as const
export type ErrorSort = (typeof errorSorts)[number]

/** @source ERRTRK-002, ERRTRK-004 */
export const usualErrorSort: ErrorSort = 'last_seen'
export const usualErrorStatus: ErrorStatus = 'unresolved'

/** A line of code with its number. */
export type ContextLine = readonly [line: number, text: string]

/** A call in a stack trace. @source ERRTRK-026 */
export interface StackTraceEntry {
  readonly filename: string | null
  readonly lineNo: number | null
  readonly colNo: number | null
  readonly function: string | null
  /** The line of the call and those around it; empty where the client sent none. */
  readonly context: readonly ContextLine[]
  /** Whether it is code of the application itself, and not of a library; null where the client did not say. */
  readonly inApp: boolean | null
}

/** An exception that caused another one. */
export interface ErrorCause {
  readonly type: string
  readonly message: string
  readonly stackTraceEntries: readonly StackTraceEntry[]
}

/** A part of the key that groups events. Events that share all parts are one error. */
export interface GroupPart {
  readonly part: 'fingerprint' | 'platform' | 'type' | 'message' | 'line' | 'call' | 'cause'
  readonly value: string
}

/** Whether a word of an address can name an event. */
export const isEventId = (word: unknown): word is string => typeof word === 'string' && /^[1-9]\d{0,14}$/.test(word)

/** Characters of the text that the list is searched for. */
export const longestErrorSearch = 500

/** Client keys of a project. */
export const mostClientKeys = 50
