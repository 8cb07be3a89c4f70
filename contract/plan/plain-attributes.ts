/**
 * The attributes of an issue that are one value in one column, in the order of their system notes. Inputs, replies, columns, filters and sort orders follow from this
 * table. REST and the issue page have all of them; `shownIn` lists the other views. docs/new-attribute.md shows how to add one.
 *
 * This file imports nothing, so that the browser can load it.
 */
export const plainAttributes = {
  confidential: {
    kind: 'flag',
    isBulk: true,
    label: 'Confidential',
    shownIn: ['list', 'link', 'form', 'graphql'],
    filter: { word: 'confidential', isInBar: true },
  },
  startDate: { kind: 'day', label: 'Start date', shownIn: [] },
  dueDate: {
    kind: 'day',
    label: 'Due date',
    shownIn: ['list', 'link', 'form', 'graphql'],
    filter: { word: 'due_date', isInBar: false },
    sort: { word: 'due_date', first: 'asc', asc: 'Earliest due date', desc: 'Latest due date' },
  },
  weight: {
    kind: 'count',
    minimum: 0,
    maximum: 2_147_483_647,
    label: 'Weight',
    shownIn: ['list', 'link', 'form', 'graphql'],
    filter: { word: 'weight', isInBar: true },
    sort: { word: 'weight', first: 'desc', asc: 'Lowest weight', desc: 'Highest weight' },
  },
  discussionLocked: { kind: 'flag', label: 'Locked', shownIn: ['list', 'graphql'], graphqlInput: 'locked' },
} as const satisfies Readonly<Record<string, PlainAttribute>>

/** A flag, a day or null, or a bounded whole number or null. */
export type PlainAttribute = {
  /** Its name on pages. */
  readonly label: string
  readonly shownIn: readonly View[]
  /** Its name in GraphQL inputs, where it differs. */
  readonly graphqlInput?: string
  /** Lists can be filtered by it, with `word` as the query parameter; `isInBar` offers it in the filter bar. */
  readonly filter?: { readonly word: string; readonly isInBar: boolean }
  /** Lists can be sorted by it, with `word` as the value of `order_by`; needs an index like the other orders. */
  readonly sort?: {
    readonly word: string
    /** The direction when the order is chosen. */
    readonly first: 'asc' | 'desc'
    /** The name of each direction, by what it lists first. */
    readonly asc: string
    readonly desc: string
  }
} & (
  | {
      readonly kind: 'flag'
      /** Bulk edits set it. */
      readonly isBulk?: true
    }
  | { readonly kind: 'day' }
  | { readonly kind: 'count'; readonly minimum: number; readonly maximum: number }
)

/** Rows of the list of issues, rows of linked issues, the form of a new issue, and GraphQL. */
export type View = 'list' | 'link' | 'form' | 'graphql'

interface ValueOfKind {
  readonly flag: boolean
  /** yyyy-mm-dd */
  readonly day: string | null
  readonly count: number | null
}

type Declared = typeof plainAttributes
export type PlainName = keyof Declared
export type KindOf<Name extends PlainName> = Declared[Name]['kind']
export type PlainValues = { readonly [Name in PlainName]: ValueOfKind[KindOf<Name>] }
export type ShownIn<V extends View> = {
  [Name in PlainName]: V extends Declared[Name]['shownIn'][number] ? Name : never
}[PlainName]

export type FlagName = NamesWith<{ readonly kind: 'flag' }>
export type CountName = NamesWith<{ readonly kind: 'count' }>
type NamesWith<Part> = { [Name in PlainName]: Declared[Name] extends Part ? Name : never }[PlainName]
export type FilteredName = NamesWith<{ readonly filter: object }>
/** Filters that can be negated: `not[weight]`. */
export type NegatedName = NamesWith<{ readonly filter: object; readonly kind: 'count' }>
export type BulkName = NamesWith<{ readonly isBulk: true }>
export type BarName = NamesWith<{ readonly filter: { readonly isInBar: true } }>
export type SortedName = NamesWith<{ readonly sort: object }>
export type SortWord = Declared[SortedName]['sort']['word']

// The keys of the object above are its names.
export const plainNames = Object.keys(plainAttributes) as readonly PlainName[]

/** A declaration with its optional properties. */
export const declarationOf = (name: PlainName): PlainAttribute => plainAttributes[name]

/** The name of an attribute in GraphQL inputs, and the mutation that sets only this attribute: `issueSetWeight`. */
export function graphqlWords(name: ShownIn<'graphql'>): { readonly input: string; readonly setter: string } {
  const input = declarationOf(name).graphqlInput ?? name
  return { input, setter: `issueSet${input.charAt(0).toUpperCase()}${input.slice(1)}` }
}

// The types select the same names.
const namesWith = (has: (attribute: PlainAttribute) => boolean) => plainNames.filter(name => has(declarationOf(name)))
export const filteredNames = namesWith(({ filter }) => filter !== undefined) as readonly FilteredName[]
export const negatedNames = namesWith(
  ({ filter, kind }) => filter !== undefined && kind === 'count',
) as readonly NegatedName[]
export const bulkNames = namesWith(
  attribute => attribute.kind === 'flag' && attribute.isBulk === true,
) as readonly BulkName[]
export const barNames = namesWith(({ filter }) => filter?.isInBar === true) as readonly BarName[]
export const sortedNames = namesWith(({ sort }) => sort !== undefined) as readonly SortedName[]

/** The attributes shown in a view. */
export function namesIn<V extends View>(view: V): readonly ShownIn<V>[] {
  const isShown = (name: PlainName): name is ShownIn<V> => declarationOf(name).shownIn.includes(view)
  return plainNames.filter(isShown)
}
