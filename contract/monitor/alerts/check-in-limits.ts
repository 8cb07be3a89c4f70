/** Limits of check-ins. */
export const checkInLimits = {
  /** Per project. */
  checkIns: 100,
  /** Characters of the name and of the service. */
  name: 255,
  service: 255,
  cron: 100,
  /** The longest interval: 31 days. */
  everyMinutes: 44_640,
  /** The longest grace period: 7 days. */
  graceMinutes: 10_080,
  /** Times of check-ins that are kept. */
  recent: 50,
  /** Calls of one address in a minute. */
  callsPerMinute: 60,
} as const

/** `new` waits for the first call, `missing` for one that is late. */
export const checkInStates = ['new', 'on_time', 'missing', 'paused'] as const
export type CheckInState = (typeof checkInStates)[number]

/** The page of the check-ins of a project: `/weft/loom/-/check_ins`. */
export const checkInsPath = (namespacePath: string): string => `/${namespacePath}/-/check_ins`

/** @param id  a number, or a parameter of an address */
export const checkInPath = (namespacePath: string, id: number | string): string =>
  `${checkInsPath(namespacePath)}/${id}`

/** The address that a job calls. @param key  identifies the check-in, and is secret */
export const checkInCallPath = (key: string): string => `/-/check_in/${key}`
