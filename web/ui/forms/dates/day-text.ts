import { dayWords } from '#contract/day-words.ts'
import { readDay } from '#contract/plan/lists/read-day.ts'
import { type Day, today } from './day.ts'

interface DayBounds {
  readonly min?: Day | undefined
  readonly max?: Day | undefined
}

/** The content of a date field: empty, a day, or words that are refused with a sentence. */
type DayText =
  | { readonly kind: 'empty' }
  | { readonly kind: 'day'; readonly day: Day }
  | { readonly kind: 'refused'; readonly why: string }

export function dayTextOf(text: string, { min, max }: DayBounds = {}, now = today()): DayText {
  if (text.trim() === '') return { kind: 'empty' }
  const day = readDay(text, now)
  if (day === null) return { kind: 'refused', why: 'Enter a date, such as 2026-11-21, tomorrow or in 2 weeks.' }
  if (min !== undefined && day < min) return { kind: 'refused', why: `Enter ${dayWords(min)} or a later date.` }
  if (max !== undefined && day > max) return { kind: 'refused', why: `Enter ${dayWords(max)} or an earlier date.` }
  return { kind: 'day', day }
}
