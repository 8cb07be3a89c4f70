import type { availabilities, clearStatusDurations } from '#contract/foundation/users.ts'
import type { Row } from '#server/platform/sql/database.ts'

export interface Status {
  readonly emoji: string | null
  readonly message: string | null
  readonly availability: (typeof availabilities)[number] | null
  readonly clearStatusAt: string | null
}

export const statusColumns = ['statusEmoji', 'statusMessage', 'statusAvailability', 'statusClearAt'] as const

export type StatusColumns = Row<'users', (typeof statusColumns)[number]>

const noStatus: Status = { emoji: null, message: null, availability: null, clearStatusAt: null }

/** A user's status at a moment: one whose time is over reads as none. */
export function statusOf(user: StatusColumns, now: string): Status {
  if (user.statusClearAt !== null && user.statusClearAt <= now) return noStatus
  return {
    emoji: user.statusEmoji,
    message: user.statusMessage,
    // The column's check holds it to these words.
    availability: user.statusAvailability as Status['availability'],
    clearStatusAt: user.statusClearAt,
  }
}

const minutes: Readonly<Record<(typeof clearStatusDurations)[number], number>> = {
  '30_minutes': 30,
  '3_hours': 180,
  '8_hours': 480,
  '1_day': 1440,
  '3_days': 4320,
  '7_days': 10_080,
  '30_days': 43_200,
}

/** The moment at which a status set now ends. @source UI-007 */
export function clearMoment(after: (typeof clearStatusDurations)[number], now: string): string {
  return new Date(Date.parse(now) + minutes[after] * 60_000).toISOString()
}
