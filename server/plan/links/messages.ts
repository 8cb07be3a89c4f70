import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { maxLinks } from './queries.ts'

/** The sentences of refused links. */
export const messages = {
  /** @source ERRMSG-055 */
  notFound: 'Issue cannot be found.',
  notFoundOf: (references: readonly string[]) => `Issue cannot be found. Check ${references.join(', ')}.`,
  notAllowed: "Couldn't link issues. You must have at least the Guest role in both projects.",
  linkedAlready: (references: readonly string[]) =>
    references.length === 1
      ? `${references[0]} is already linked.`
      : `${references.slice(0, -1).join(', ')} and ${references.at(-1)} are already linked.`,
  self: (series: IssuableSeries) => `An ${series} cannot be linked to itself.`,
  tooMany: (series: IssuableSeries) => `An ${series} can have up to ${maxLinks} linked ${series}s.`,
  otherSeries: 'Epics can be linked only to epics, and other work items only to each other.',
  nothing: 'Enter at least one issue to link.',
  locked: (project: string) => `Only members of ${project} can remove this link.`,
} as const
