import { onCallImportLimits } from '#contract/transfer/on-call-import-rules.ts'
import type { LengthUnit } from '#server/plan/on-call/shifts.ts'

/** Schedules and policies as a tool has exported them, in the terms of Weft. */
export interface OnCallSource {
  readonly schedules: readonly SourceSchedule[]
  readonly policies: readonly SourcePolicy[]
  readonly people: readonly SourcePerson[]
  readonly notices: readonly Notice[]
}

/** A part that cannot be taken over as it is. */
export interface Notice {
  readonly place: string
  /** A sentence. */
  readonly reason: string
}

export interface SourcePerson {
  /** In the tool. */
  readonly id: string
  readonly name: string
  /** Empty where the files have none. */
  readonly email: string
}

export interface SourceSchedule {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly timeZone: string
  readonly rotations: readonly SourceRotation[]
}

export interface SourceRotation {
  readonly name: string
  /** With an offset, or by the clock of `timeZone`: `2026-11-30T09:00`. */
  readonly startsAt: string
  readonly endsAt: string | null
  /** That of a start without an offset. */
  readonly timeZone: string
  readonly length: number
  readonly unit: LengthUnit
  /** Minutes after midnight; null: all day. */
  readonly active: { readonly from: number; readonly to: number } | null
  /** 1 for Monday to 7 for Sunday. */
  readonly weekdays: readonly number[]
  /** Ids of people in the order of their turns. */
  readonly people: readonly string[]
}

export interface SourcePolicy {
  readonly name: string
  readonly description: string
  readonly rules: readonly SourceRule[]
  readonly repeatCount: number
  readonly repeatMinutes: number
}

export interface SourceRule {
  readonly minutes: number
  readonly status: 'ACKNOWLEDGED' | 'RESOLVED'
  readonly target: { readonly kind: 'person' | 'schedule'; readonly id: string; readonly name: string }
}

export const allDays: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

/** The fields of an export: what comes from outside has no shape until it is read. */
export type ToolFields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is ToolFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects in a list; others are left out. */
export const listOf = (value: unknown): readonly ToolFields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** A text, without what cannot be stored, and cut where it is longer than any name. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.slice(0, onCallImportLimits.textCharacters).replaceAll('\0', '').toWellFormed().trim()
    : ''

/** The meaning of a word of a tool; undefined for another word. */
export const meaningOf = <Meaning>(meanings: Readonly<Record<string, Meaning>>, word: unknown): Meaning | undefined =>
  typeof word === 'string' && Object.hasOwn(meanings, word) ? meanings[word] : undefined

/** An id, which some tools write as a number. */
export const idOf = (value: unknown): string => (typeof value === 'number' ? String(value) : textOf(value))

export const fieldsOf = (value: unknown): ToolFields => (isFields(value) ? value : {})

/** A whole number within bounds, or a default. */
export function countOf(value: unknown, { least, most, usual }: Record<'least' | 'most' | 'usual', number>): number {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(Math.max(Math.round(value), least), most)
    : usual
}

/** The turn of some seconds, in the largest unit; null where it is no whole number of hours. */
export function turnOf(seconds: number): { readonly length: number; readonly unit: LengthUnit } | null {
  const units = [
    ['WEEKS', 604_800],
    ['DAYS', 86_400],
    ['HOURS', 3600],
  ] as const
  const found = units.find(([, size]) => seconds > 0 && seconds % size === 0)
  return found === undefined ? null : { length: seconds / found[1], unit: found[0] }
}

/** Minutes after midnight of `08:00` or `08:00:00`; null for another text. */
export function minutesAt(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)(?::\d\d)?$/.exec(text) ?? []
  return hours === undefined || Number(hours) > 23 || Number(minutes) > 59 ? null : Number(hours) * 60 + Number(minutes)
}

/** The part of a day that begins at a time and lasts some minutes; null: all day. */
export const activeFor = (from: number, minutes: number): SourceRotation['active'] =>
  minutes >= 1440 || minutes <= 0 ? null : { from, to: (from + minutes) % 1440 }
