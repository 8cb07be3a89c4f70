export const releaseLinkTypes = ['other', 'runbook', 'image', 'package'] as const
export type ReleaseLinkType = (typeof releaseLinkTypes)[number]

export const mostReleaseLinks = 200
export const longestReleaseNotes = 1_000_000
