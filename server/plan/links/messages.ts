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
  self: 'An issue cannot be linked to itself.',
  tooMany: `An issue can have up to ${maxLinks} linked issues.`,
  nothing: 'Enter at least one issue to link.',
  locked: (project: string) => `Only members of ${project} can remove this link.`,
} as const
