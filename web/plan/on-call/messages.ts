export const messages = {
  none: 'No one is on call',
  use: 'A schedule says who is paged about incidents and alerts, day and night. Escalation policies can page it.',
  noRotations: 'Add a rotation to put people on call.',
  turnUnits: { HOURS: 'Hours', DAYS: 'Days', WEEKS: 'Weeks' },
  deleteSchedule:
    'Its rotations and overrides are deleted. Escalation policies no longer page it. This cannot be undone.',
  deleteRotation: 'Its overrides are deleted, too. This cannot be undone.',
  deleteOverride: 'The rotation decides again who is on call at that time.',
} as const

/** In the order of the week; the number of a day is its place, from 1. */
export const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
