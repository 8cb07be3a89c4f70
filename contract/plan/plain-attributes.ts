/**
 * The attributes of an issue that are one plain value in one column, for both sides: this file imports nothing, so that pages
 * can read it. Inputs, replies, columns, filters and sort orders follow from it. REST, the page and its form of edit have each of
 * them; `shownIn` says where else an attribute stands.
 */
export const plainAttributes = {
  confidential: { kind: 'flag', shownIn: ['list', 'link', 'form', 'graphql'] },
  discussionLocked: { kind: 'flag', shownIn: ['list', 'graphql'] },
  startDate: { kind: 'day', shownIn: [] },
  dueDate: { kind: 'day', shownIn: ['list', 'link', 'form', 'graphql'] },
  weight: { kind: 'count', minimum: 0, maximum: 2_147_483_647, shownIn: ['list', 'link', 'form', 'graphql'] },
} as const satisfies Readonly<Record<string, PlainAttribute>>

/** True or false; a day or none; or a whole number within bounds, or none. */
export type PlainAttribute = {
  readonly shownIn: readonly View[]
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

// The keys of the object above are its names.
export const plainNames = Object.keys(plainAttributes) as readonly PlainName[]

/** The attributes that a view shows. */
export function namesIn<V extends View>(view: V): readonly ShownIn<V>[] {
  const isShown = (name: PlainName): name is ShownIn<V> => {
    const views: readonly View[] = plainAttributes[name].shownIn
    return views.includes(view)
  }
  return plainNames.filter(isShown)
}
