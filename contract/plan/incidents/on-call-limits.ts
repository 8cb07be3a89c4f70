/** Characters, numbers of things in one project, and hours of a turn, at most. */
export const onCallLimits = {
  name: 200,
  description: 1000,
  schedules: 20,
  /** Schedules on the page of a group. */
  groupSchedules: 100,
  rotations: 10,
  participants: 50,
  length: 1000,
  overrides: 200,
  /** Requests for swaps of one person in one rotation that wait for an answer. */
  swaps: 20,
  /** Such requests of one person in one rotation in an hour: each is mailed, and so is its end. */
  swapsPerHour: 30,
  /** Characters of the message of such a request. */
  swapMessage: 1000,
  /** Days ahead whose shifts can be swapped. */
  swapDays: 90,
  /** Characters of a hand-over note. */
  handoverNote: 10_000,
  /** Notes of one schedule in an hour: each is mailed. */
  notesPerHour: 10,
  /** Days for which the latest note is part of the email before a shift. */
  noteDays: 30,
  /** Hours ahead of a shift at which its person is mailed a new note at once. */
  noteHours: 24,
  /** Days of one request for shifts. */
  shiftDays: 62,
  /** Rotations of one project whose shifts come from calendars. */
  calendars: 20,
  /** Bytes of such a calendar. */
  calendarBytes: 1024 * 1024,
  /** Shifts that are taken from one. */
  shiftsTaken: 1000,
  /** Days before and after now from which they are taken. */
  takenDaysBefore: 14,
  takenDaysAhead: 400,
  /** People that an editor assigns to names in one calendar. */
  calendarNames: 200,
  /** Notices about events of one that are listed. */
  calendarNotices: 50,
  /** Minutes after which the address of a calendar is read again. */
  calendarMinutes: 15,
  /** Minutes without a successful reading after which the editors of the schedule are told. */
  calendarFailureMinutes: 60,
  /** Days ahead in a calendar of shifts. */
  calendarDays: 60,
  /** Shifts in a calendar: it is shorter if there are more. */
  calendarShifts: 5000,
} as const

export const lengthUnits = ['HOURS', 'DAYS', 'WEEKS'] as const

/** An answered request stays as it is. */
export const swapStates = ['pending', 'accepted', 'declined', 'withdrawn'] as const
export type SwapState = (typeof swapStates)[number]
