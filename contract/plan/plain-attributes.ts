/**
 * The attributes of an issue that are one plain value in one column, for both sides: this file imports nothing, so that pages
 * can read it. Inputs, replies, columns, filters and sort orders follow from it. REST and the page of an issue have all of them;
 * `shownIn` says where else one stands. docs/new-attribute.md shows how to add one.
 */
export const plainAttributes = {
  confidential: {
    kind: 'flag',
    label: 'Confidential',
    shownIn: ['list', 'link', 'form', 'graphql'],
    filter: { word: 'confidential', isInBar: true },
  },
  discussionLocked: { kind: 'flag', label: 'Locked', shownIn: ['list', 'graphql'], graphqlInput: 'locked' },
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
} as const satisfies Readonly<Record<string, PlainAttribute>>

/** True or false; a day or none; or a whole number within bounds, or none. */
export type PlainAttribute = {
  /** Its name on pages. */
  readonly label: string
  readonly shownIn: readonly View[]
  /** Its name in the inputs of GraphQL, where that is not its own. */
  readonly graphqlInput?: string
  /** Lists are filtered by it, under this word of the address; in the filter bar too, or by the APIs alone. */
  readonly filter?: { readonly word: string; readonly isInBar: boolean }
  /** Lists are sorted by it, under this word; needs an index as the other orders have. */
  readonly sort?: {
    readonly word: string
    /** Which way when it is chosen. */
    readonly first: 'asc' | 'desc'
    /** What comes first. */
    readonly asc: string
    readonly desc: string
  }
} & (
  | { readonly kind: 'flag' }
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

type With<Part> = { [Name in PlainName]: Declared[Name] extends Part ? Name : never }[PlainName]
export type FilteredName = With<{ readonly filter: object }>
/** Also by what it is not. */
export type NegatedName = With<{ readonly filter: object; readonly kind: 'count' }>
export type BarName = With<{ readonly filter: { readonly isInBar: true } }>
export type SortedName = With<{ readonly sort: object }>
export type SortWord = Declared[SortedName]['sort']['word']

// The keys of the object above are its names.
export const plainNames = Object.keys(plainAttributes) as readonly PlainName[]

/** An attribute with the parts that not all declare. */
export const declarationOf = (name: PlainName): PlainAttribute => plainAttributes[name]

/** The name of an attribute in the inputs of GraphQL, and of the mutation that sets it alone: `issueSetWeight`. */
export function graphqlWords(name: ShownIn<'graphql'>): { readonly input: string; readonly setter: string } {
  const input = declarationOf(name).graphqlInput ?? name
  return { input, setter: `issueSet${input.charAt(0).toUpperCase()}${input.slice(1)}` }
}

// Which of the names have a part is what these types say.
const withPart = (isIt: (attribute: PlainAttribute) => boolean) => plainNames.filter(name => isIt(declarationOf(name)))
export const filteredNames = withPart(({ filter }) => filter !== undefined) as readonly FilteredName[]
export const negatedNames = withPart(
  ({ filter, kind }) => filter !== undefined && kind === 'count',
) as readonly NegatedName[]
export const barNames = withPart(({ filter }) => filter?.isInBar === true) as readonly BarName[]
export const sortedNames = withPart(({ sort }) => sort !== undefined) as readonly SortedName[]

/** The attributes that a view shows. */
export function namesIn<V extends View>(view: V): readonly ShownIn<V>[] {
  const isShown = (name: PlainName): name is ShownIn<V> => declarationOf(name).shownIn.includes(view)
  return plainNames.filter(isShown)
}
