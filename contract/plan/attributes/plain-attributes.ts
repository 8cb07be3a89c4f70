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
  startDate: {
    kind: 'day',
    isBulk: true,
    label: 'Start date',
    shownIn: [],
    sort: { word: 'start_date', first: 'asc', asc: 'Earliest start date', desc: 'Latest start date' },
  },
  dueDate: {
    kind: 'day',
    isBulk: true,
    label: 'Due date',
    shownIn: ['list', 'link', 'form', 'graphql'],
    filter: { word: 'due_date', isInBar: false },
    sort: { word: 'due_date', first: 'asc', asc: 'Earliest due date', desc: 'Latest due date' },
  },
  weight: {
    kind: 'count',
    isBulk: true,
    minimum: 0,
    maximum: 2_147_483_647,
    label: 'Weight',
    shownIn: ['list', 'link', 'form', 'graphql'],
    filter: { word: 'weight', isInBar: true },
    sort: { word: 'weight', first: 'desc', asc: 'Lowest weight', desc: 'Highest weight' },
  },
  healthStatus: {
    kind: 'choice',
    isBulk: true,
    label: 'Health status',
    types: ['issue', 'task', 'objective', 'key_result', 'ticket'],
    isWhenOpen: true,
    isOfWholeIssue: true,
    choices: [
      { value: 'on_track', word: 'onTrack', label: 'On track', tone: 'success' },
      { value: 'needs_attention', word: 'needsAttention', label: 'Needs attention', tone: 'warning' },
      { value: 'at_risk', word: 'atRisk', label: 'At risk', tone: 'danger' },
    ],
    shownIn: ['list', 'form', 'graphql'],
    graphqlEnum: 'HealthStatus',
    graphqlSetter: 'updateIssue',
    filter: { word: 'health_status', isInBar: true },
    sort: { word: 'health_status', first: 'desc', asc: 'On track first', desc: 'At risk first' },
  },
  severity: {
    kind: 'choice',
    isBulk: true,
    label: 'Severity',
    types: ['incident'],
    isOfWholeIssue: true,
    blank: 'UNKNOWN',
    choices: [
      { value: 'UNKNOWN', word: 'UNKNOWN', label: 'Unknown', tone: 'muted' },
      { value: 'LOW', word: 'LOW', label: 'Low - S4', tone: 'info' },
      { value: 'MEDIUM', word: 'MEDIUM', label: 'Medium - S3', tone: 'warning' },
      { value: 'HIGH', word: 'HIGH', label: 'High - S2', tone: 'severe' },
      { value: 'CRITICAL', word: 'CRITICAL', label: 'Critical - S1', tone: 'danger' },
    ],
    shownIn: ['list', 'form', 'graphql'],
    graphqlEnum: 'IssuableSeverity',
    filter: { word: 'severity', isInBar: true },
    sort: { word: 'severity', first: 'desc', asc: 'Lowest severity', desc: 'Highest severity' },
  },
  escalationStatus: {
    kind: 'choice',
    isBulk: true,
    label: 'Incident status',
    types: ['incident'],
    isOfWholeIssue: true,
    initial: 'TRIGGERED',
    choices: [
      { value: 'TRIGGERED', word: 'TRIGGERED', label: 'Triggered', tone: 'danger' },
      { value: 'ACKNOWLEDGED', word: 'ACKNOWLEDGED', label: 'Acknowledged', tone: 'warning' },
      { value: 'RESOLVED', word: 'RESOLVED', label: 'Resolved', tone: 'success' },
      { value: 'IGNORED', word: 'IGNORED', label: 'Ignored', tone: 'info', isUnlisted: true },
    ],
    shownIn: ['list', 'graphql'],
    graphqlEnum: 'IssueEscalationStatus',
    setterInput: 'status',
    filter: { word: 'escalation_status', isInBar: true },
    sort: { word: 'escalation_status', first: 'asc', asc: 'Triggered first', desc: 'Resolved first' },
  },
  discussionLocked: {
    kind: 'flag',
    isBulk: true,
    label: 'Locked',
    shownIn: ['list', 'graphql'],
    graphqlInput: 'locked',
    filter: { word: 'discussion_locked', isInBar: true },
  },
} as const satisfies Readonly<Record<string, PlainAttribute>>

/** One of the values of a choice. */
export interface PlainChoice {
  /** The stored value, also in JSON. */
  readonly value: string
  /** The value in GraphQL. */
  readonly word: string
  readonly label: string
  readonly tone: 'success' | 'warning' | 'severe' | 'danger' | 'info' | 'muted'
  /** The API takes it, but pages do not offer it. */
  readonly isUnlisted?: boolean
}

/** A flag, a day or null, a bounded whole number or null, or one of some choices. */
export type PlainAttribute = {
  /** The name of the attribute on pages. */
  readonly label: string
  readonly shownIn: readonly View[]
  /** The only types of issuables that have it; left out: all have it. Others show its blank value. */
  readonly types?: readonly string[]
  /** Bulk edits set it. */
  readonly isBulk?: true
  /** The attribute can be changed only while the issue is open. */
  readonly isWhenOpen?: true
  /** The short shape of an issue in the API, IssueBasic, leaves it out. */
  readonly isOfWholeIssue?: true
  /** The name in GraphQL inputs, where it differs. */
  readonly graphqlInput?: string
  /** The mutation that sets it, where it has none of its own. */
  readonly graphqlSetter?: string
  /** The name in the mutation that sets only this attribute, where it differs. */
  readonly setterInput?: string
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
  | { readonly kind: 'flag' }
  | { readonly kind: 'day' }
  | { readonly kind: 'count'; readonly minimum: number; readonly maximum: number }
  | {
      readonly kind: 'choice'
      /** The choices in the order in which lists are sorted. */
      readonly choices: readonly PlainChoice[]
      /** The value of a new issue; null when left out. */
      readonly blank?: string
      /** The value on issuables of `types` until it is set. It can be changed, but not cleared. */
      readonly initial?: string
      readonly graphqlEnum: string
    }
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
export type PlainValues = { readonly [Name in PlainName]: ValueOf<Declared[Name]> }
type ValueOf<Attribute extends { readonly kind: string }> = Attribute extends { readonly choices: infer Choices }
  ? ChoiceOf<Choices> | (Attribute extends { readonly blank: string } ? never : null)
  : Attribute extends { readonly kind: infer Kind extends keyof ValueOfKind }
    ? ValueOfKind[Kind]
    : never
type ChoiceOf<Choices> = Choices extends readonly { readonly value: infer Value extends string }[] ? Value : never
export type ShownIn<V extends View> = {
  [Name in PlainName]: V extends Declared[Name]['shownIn'][number] ? Name : never
}[PlainName]

export type FlagName = NamesWith<{ readonly kind: 'flag' }>
export type CountName = NamesWith<{ readonly kind: 'count' }>
export type ChoiceName = NamesWith<{ readonly kind: 'choice' }>
type NamesWith<Part> = { [Name in PlainName]: Declared[Name] extends Part ? Name : never }[PlainName]
export type FilteredName = NamesWith<{ readonly filter: object }>
/** Filters that can be negated: `not[weight]`. */
export type NegatedName = NamesWith<{ readonly filter: object; readonly kind: 'count' | 'choice' }>
export type BulkName = NamesWith<{ readonly isBulk: true }>
export type BarName = NamesWith<{ readonly filter: { readonly isInBar: true } }>
export type SortedName = NamesWith<{ readonly sort: object }>
export type SortWord = Declared[SortedName]['sort']['word']

// The keys of the object above are its names.
export const plainNames = Object.keys(plainAttributes) as readonly PlainName[]

/** A declaration with its optional properties. */
export const declarationOf = (name: PlainName): PlainAttribute => plainAttributes[name]

/** The name of an attribute in GraphQL inputs, and the mutation that sets only this attribute, `issueSetWeight`, with its name there. */
export function graphqlWords(name: ShownIn<'graphql'>) {
  const { graphqlInput: input = name, graphqlSetter, setterInput = input } = declarationOf(name)
  const own = `issueSet${input.charAt(0).toUpperCase()}${input.slice(1)}`
  return { input, setter: graphqlSetter ?? own, setterInput }
}

/** Whether a choice always has a value on the types that have it. */
export const isAlwaysSet = (name: PlainName): boolean => {
  const attribute = declarationOf(name)
  return attribute.kind === 'choice' && (attribute.blank ?? attribute.initial) !== undefined
}

/** The choice that a value is; undefined for none. */
export function choiceOf(name: PlainName, value: unknown): PlainChoice | undefined {
  const attribute = declarationOf(name)
  return attribute.kind === 'choice' ? attribute.choices.find(choice => choice.value === value) : undefined
}

/** A value as GraphQL says it. */
export const graphqlValue = <Value>(name: PlainName, value: Value): Value | string =>
  choiceOf(name, value)?.word ?? value

/** The types of issuables that have an attribute, for attributes that are not plain. */
const typesOfOthers: Readonly<Record<string, readonly string[]>> = { escalationPolicy: ['incident'] }

/** Whether issuables of a type have an attribute. */
export function isOfType(name: string, type: string): boolean {
  const types = plainNames.some(each => each === name) ? declarationOf(name as PlainName).types : typesOfOthers[name]
  return types === undefined || types.includes(type)
}

// The types select the same names.
const namesWith = (has: (attribute: PlainAttribute) => boolean) => plainNames.filter(name => has(declarationOf(name)))
export const filteredNames = namesWith(({ filter }) => filter !== undefined) as readonly FilteredName[]
export const negatedNames = namesWith(
  ({ filter, kind }) => filter !== undefined && (kind === 'count' || kind === 'choice'),
) as readonly NegatedName[]
export const bulkNames = namesWith(({ isBulk }) => isBulk === true) as readonly BulkName[]
export const barNames = namesWith(({ filter }) => filter?.isInBar === true) as readonly BarName[]
export const choiceNames = namesWith(({ kind }) => kind === 'choice') as readonly ChoiceName[]
export const sortedNames = namesWith(({ sort }) => sort !== undefined) as readonly SortedName[]

/** The attributes shown in a view. */
export function namesIn<V extends View>(view: V): readonly ShownIn<V>[] {
  const isShown = (name: PlainName): name is ShownIn<V> => declarationOf(name).shownIn.includes(view)
  return plainNames.filter(isShown)
}

/**
 * The attributes by which issue lists can be grouped, in the order of the menu, including every choice and count that
 * has a filter.
 */
export const issueGroupWords = [
  'assignee',
  'milestone',
  'iteration',
  'epic',
  'label',
  ...negatedNames.map(name => plainAttributes[name].filter.word),
  'type',
  'state',
  'author',
] as const
