import type { AlertSeverity } from '#contract/monitor/alerts/alert-limits.ts'

/** The ways to a phone, where an administrator has set up a provider for them. */
export const phoneChannels = ['sms', 'voice'] as const
export type PhoneChannel = (typeof phoneChannels)[number]

/** The ways in which a page reaches a person. */
export const pagingChannels = ['mail', 'push', 'webhook', ...phoneChannels] as const
export type PagingChannel = (typeof pagingChannels)[number]

export const urgencies = ['high', 'low'] as const
export type Urgency = (typeof urgencies)[number]

/** The severities of high urgency; all others are of low urgency. A page by hand and a test page are of high urgency. */
export const highSeverities = ['CRITICAL', 'HIGH'] as const satisfies readonly AlertSeverity[]

export const urgencyOf = (severity: AlertSeverity): Urgency =>
  highSeverities.some(each => each === severity) ? 'high' : 'low'

/** One message of a page: how many minutes after it, and by which channel. */
export interface PagingStep {
  readonly minutes: number
  readonly channel: PagingChannel
}

/** The steps of people who have not chosen any, for both urgencies. */
export const usualSteps: readonly PagingStep[] = [
  { minutes: 0, channel: 'mail' },
  { minutes: 0, channel: 'push' },
]

/** The hours before a shift at which people who have not chosen are mailed. */
export const usualNoticeHours = 24

export const pagingLimits = {
  /** Steps of one urgency. */
  steps: 10,
  /** Minutes after the page. */
  minutes: 240,
  /** Hours between the email before a shift and the shift. */
  noticeHours: 168,
  testsPerHour: 10,
  /** Browsers of one person. */
  browsers: 20,
  /** Characters of the name of a browser. */
  browserName: 100,
} as const

export const phoneLimits = {
  codeDigits: 6,
  /** Minutes for which a code confirms its number. */
  codeMinutes: 10,
  /** Wrong entries of one code. */
  codeTries: 5,
  /** Codes that a person may ask for in an hour. */
  codesPerHour: 3,
  /** And in 24 hours. */
  codesPerDay: 6,
  /** Codes sent to one number in 24 hours. Accounts that ask for their first one have a higher limit: others must not keep its owner out. */
  codesToNumber: 5,
  firstCodesToNumber: 20,
  /** The share of the daily limit that codes can take: the rest is for pages. */
  codesShare: 0.25,
  /** Text messages and calls of the pages of one person in an hour. */
  messagesPerHour: 30,
  /** Text messages and calls of the site in 24 hours, unless an administrator chooses another limit. */
  usualDaily: 200,
  mostDaily: 100_000,
  /** Characters of the name, password or secret for a URL. */
  credential: 500,
} as const
