/** Characters, numbers of things in one project, and hours of a turn, at most. */
export const onCallLimits = {
  name: 200,
  description: 1000,
  schedules: 20,
  rotations: 10,
  participants: 50,
  length: 1000,
  overrides: 200,
  /** Days of one request for shifts. */
  shiftDays: 62,
  /** Days ahead in a calendar of shifts. */
  calendarDays: 60,
  /** Shifts in a calendar: it is shorter if there are more. */
  calendarShifts: 5000,
} as const

export const lengthUnits = ['HOURS', 'DAYS', 'WEEKS'] as const
