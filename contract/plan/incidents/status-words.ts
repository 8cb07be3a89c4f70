/** How an incident affects a component. */
export const impacts = ['operational', 'degraded', 'partial_outage', 'major_outage'] as const
export type Impact = (typeof impacts)[number]

/** The state of a component on the status page. */
export const componentStates = [...impacts, 'maintenance'] as const
export type ComponentState = (typeof componentStates)[number]

/** How far the work on a published incident is. */
export const updateStatuses = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export type UpdateStatus = (typeof updateStatuses)[number]

/** The state of everything in one word. */
export const overallStates = [
  'operational',
  'maintenance',
  'incident',
  'degraded',
  'partial_outage',
  'major_outage',
] as const
export type OverallState = (typeof overallStates)[number]

/** The words of the page, for readers who know nothing of operations. */
export const componentStateLabels: Readonly<Record<ComponentState, string>> = {
  operational: 'Working',
  degraded: 'Having problems',
  partial_outage: 'Partly down',
  major_outage: 'Down',
  maintenance: 'Under maintenance',
}

export const updateStatusLabels: Readonly<Record<UpdateStatus, string>> = {
  investigating: 'Looking into it',
  identified: 'Found the cause',
  monitoring: 'Watching the fix',
  resolved: 'Solved',
}

/** Components of a project, updates of an incident, and characters, at most. */
export const statusLimits = {
  components: 50,
  /** Host names of a site. */
  hosts: 1_000,
  updates: 200,
  name: 100,
  description: 200,
  heading: 100,
  title: 200,
  message: 5000,
} as const

/** Days of the uptime bars, and the fewer ones of narrow windows. */
export const uptimeDays = { wide: 90, medium: 60, narrow: 30 } as const

/** The message of an incident for which nobody wrote one. */
export const usualMessages: Readonly<Record<UpdateStatus, string>> = {
  investigating: 'We are looking into this problem.',
  identified: 'We found the cause and are working on a fix.',
  monitoring: 'The problem should be fixed. We keep an eye on it.',
  resolved: 'This problem is solved.',
}
