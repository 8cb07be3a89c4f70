export const messages = {
  none: 'No one is on call',
  use: 'A schedule says who is paged about incidents and alerts, day and night. Escalation policies can page it.',
  noRotations: 'Add a rotation to put people on call.',
  importUse:
    'Choose exports of schedules and escalation policies. Nothing is imported before you have seen what becomes of them.',
  importPeople:
    'People are matched by their public email addresses, among the members who can be on call. Enter the usernames of the others.',
  importTooLarge: 'The files are too large together. Import them in parts',
  calendarUse:
    'Its shifts come from a calendar in the iCalendar format (.ics). An event is a shift of the people whom its title names (@username or an email address), or else of its attendees.',
  calendarUrl: 'The calendar is read every 15 minutes. The URL may contain a key, so it is not shown again.',
  calendarUrlKept: 'Leave it empty to keep the current calendar.',
  calendarPeople: 'Enter the username of the member to whom each name refers. Private email addresses are not matched.',
  calendarEmpty: 'The calendar puts no one on call. Enter usernames for the names below, or choose another calendar.',
  deleteNote: 'The note is deleted for everyone. Emails already sent are not affected.',
  noteMailed:
    'It is mailed to the people who are on call now and in the next 24 hours, and is included in the email before a shift.',
  noNotes: 'No hand-over notes',
  notesFailed: 'Could not load the notes.',
  noGroupSchedules: 'The projects of this group have no on-call schedules.',
  noOwnShifts: 'You have no upcoming shifts',
  noOthers: 'No other participant can take a shift',
  shiftsFailed: 'Could not load the shifts.',
  turnUnits: { HOURS: 'Hours', DAYS: 'Days', WEEKS: 'Weeks' },
  deleteSchedule:
    'Its rotations and overrides are deleted. Escalation policies no longer page it. This cannot be undone.',
  deleteRotation: 'Its overrides are deleted, too. This cannot be undone.',
  deleteOverride: 'The rotation decides again who is on call at that time.',
} as const

/** In the order of the week; the number of a day is its place, from 1. */
export const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
