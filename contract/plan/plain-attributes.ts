/**
 * The attributes of an issue that are one plain value in one column, for both sides: this file imports nothing, so that pages
 * can read it. Inputs, replies, columns, filters and sort orders follow from it.
 */
export const plainAttributes = {
  confidential: { kind: 'flag' },
  discussionLocked: { kind: 'flag' },
  startDate: { kind: 'day' },
  dueDate: { kind: 'day' },
  weight: { kind: 'count', minimum: 0, maximum: 2_147_483_647 },
} as const satisfies Readonly<Record<string, PlainAttribute>>

/** True or false; a day or none; or a whole number within bounds, or none. */
export type PlainAttribute =
  | { readonly kind: 'flag' }
  | { readonly kind: 'day' }
  | { readonly kind: 'count'; readonly minimum: number; readonly maximum: number }

interface ValueOfKind {
  readonly flag: boolean
  /** yyyy-mm-dd */
  readonly day: string | null
  readonly count: number | null
}

export type PlainName = keyof typeof plainAttributes
type KindOf<Name extends PlainName> = (typeof plainAttributes)[Name]['kind']
export type PlainValues = { readonly [Name in PlainName]: ValueOfKind[KindOf<Name>] }

// The keys of the object above are its names.
export const plainNames = Object.keys(plainAttributes) as readonly PlainName[]
