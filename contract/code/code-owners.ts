/** The section of a CODEOWNERS file that its entries before the first heading are in. */
export const defaultSection = 'codeowners'

/** Why a line of a CODEOWNERS file does not do what its author may expect. */
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
