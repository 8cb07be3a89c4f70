/** The section of a CODEOWNERS file that its entries before the first heading are in. */
export const defaultSection = 'codeowners'

/** The limits of a CODEOWNERS file. Everything beyond them is reported, not read. */
export const codeOwnersLimits = {
  bytes: 512 * 1024,
  entries: 10_000,
  patternChars: 500,
  sectionChars: 255,
  /** Different sets of owners, each with its section and number of approvals. */
  ownerGroups: 500,
  ownersOfLine: 500,
} as const

/** The reasons why a line of a CODEOWNERS file does not do what its author may expect. */
export const codeOwnersFaults = [
  'section-unnamed',
  'section-malformed',
  'approvals-invalid',
  'approvals-of-optional',
  'owners-missing',
  'owner-malformed',
  'owners-too-many',
  'pattern-too-long',
  'too-many-entries',
  'too-many-owners',
  'file-too-large',
] as const
export type CodeOwnersFault = (typeof codeOwnersFaults)[number]
