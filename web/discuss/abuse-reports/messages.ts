import type { abuseCategories, abuseReportKinds } from '#contract/discuss/abuse-reports.ts'
import { kindWord } from '#contract/issuable-kinds.ts'

/** A comment, an account or an issuable. */
export type ReportedKind = (typeof abuseReportKinds)[number]

export type Category = (typeof abuseCategories)[number]

/** The categories in the order in which they are offered. */
export const categories: readonly { readonly key: Category; readonly choice: string; readonly short: string }[] = [
  { key: 'spam', choice: 'Spam or advertising', short: 'Spam' },
  { key: 'offensive', choice: 'Offensive or abusive', short: 'Offensive' },
  { key: 'phishing', choice: 'Phishing or scam', short: 'Phishing' },
  { key: 'crypto', choice: 'Unauthorized crypto mining', short: 'Crypto mining' },
  { key: 'credentials', choice: 'Exposed personal data or credentials', short: 'Personal data' },
  { key: 'copyright', choice: 'Copyright or trademark violation', short: 'Copyright' },
  { key: 'malware', choice: 'Malware', short: 'Malware' },
  { key: 'other', choice: 'Something else', short: 'Something else' },
]

export const shortOf = (category: Category): string => categories.find(each => each.key === category)?.short ?? category

/** Inside a sentence: "comment", "issue". */
export const wordOf = (kind: Exclude<ReportedKind, 'profile'>): string => (kind === 'note' ? 'comment' : kindWord(kind))

export const messages = {
  about: (kind: ReportedKind, name: string) => {
    const what = kind === 'profile' ? `the account of ${name}` : `this ${wordOf(kind)} by ${name}`
    return `You are reporting ${what}. Only administrators can see your report. ${name} will not be notified.`
  },
  choose: 'Choose a reason.',
  needed: 'Describe the problem.',
  sent: 'Thank you. An administrator will review your report.',
  updated: 'Report updated.',
  gone: 'This content was deleted, or you no longer have access to it.',
  fetch: 'Could not load the reports.',
  dismissed: 'Report dismissed',
  reopened: 'Report reopened',
  blocked: (name: string, closed: number) =>
    closed > 1 ? `${name} blocked and ${closed} reports closed` : `${name} blocked and report closed`,
} as const
