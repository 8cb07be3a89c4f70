import { type PlainAttribute, plainAttributes } from '#contract/plan/attributes/plain-attributes.ts'
import type { LinkType } from '#contract/plan/work-items/links.ts'
import { spellDay } from '#server/plan/issuables/day.ts'
import type { AttributeValues } from '#server/plan/issuables/values.ts'
import { deltaOf, type MadeChange, type MadeLink, type StoredChange } from './made.ts'

/** The changes of a change set to some of its items, as the contract's `Made`. */
export interface Made {
  readonly before: string
  readonly preposition: string
  readonly after: string
  readonly count: number
}

/** Up to this many kinds of changes are counted separately, the rest together as “other changes”. */
const mostKinds = 8

/** Add the changes of further items to the counts of a change set. @param isUndo  they brought former values back */
export function countMade(
  known: readonly Made[],
  changes: readonly MadeChange[],
  { isUndo = false } = {},
): readonly Made[] {
  const counts = new Map(known.map(made => [keyOf(made), made]))
  for (const change of changes) {
    for (const each of wordsOf(change, { isUndo })) {
      const isNew = !counts.has(keyOf(each)) && counts.size >= mostKinds
      const words = isNew ? other : each
      const count = (counts.get(keyOf(words))?.count ?? 0) + 1
      counts.set(keyOf(words), { ...words, count })
    }
  }
  return [...counts.values()]
}

type Words = Omit<Made, 'count'>

const keyOf = ({ before, preposition, after }: Words): string => JSON.stringify([before, preposition, after])

const other: Words = { before: 'other changes', preposition: 'to', after: '' }

/** The changes of one item, in words around its name. @param isUndo  it brought former values back */
export function wordsOf({ attributes, state, links = [] }: MadeChange, { isUndo = false } = {}): readonly Words[] {
  return [
    ...attributes.flatMap(change => wordsOfAttribute(change, isUndo)),
    ...wordsOfLinks(links, isUndo),
    ...(state === null ? [] : [aloneWith(state.event === 'close' ? 'closed' : 'reopened')]),
  ]
}

/** Links of one type that were added or removed together are one change. */
function wordsOfLinks(links: readonly MadeLink[], isUndo: boolean): readonly Words[] {
  const alike = Map.groupBy(links, ({ linkType, isAdded }) => `${linkType} ${isAdded}`)
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const name = linkNames[first.linkType]
    const named = others.length === 0 ? name : `${others.length + 1} ${name}s`
    return wordsOfRow(rowWords.links, named, first.isAdded, isUndo)
  })
}

function wordsOfAttribute(change: StoredChange, isUndo: boolean): readonly Words[] {
  const { attribute, from, to } = change
  const delta = deltaOf(change)
  if (delta !== null) {
    const words = rowWords[attribute as keyof typeof rowWords]
    const name = (row: object) => `${words.one}${nameOf(attribute, row)}`.trim()
    return [
      ...delta.added.map(row => wordsOfRow(words, name(row), true, isUndo)),
      ...delta.removed.map(row => wordsOfRow(words, name(row), false, isUndo)),
    ]
  }
  const flag = flags[attribute as keyof typeof flags]
  if (flag !== undefined) return [aloneWith(to === true ? flag.on : flag.off)]
  const name = nameOfAttribute(change)
  const isText = attribute === 'title' || attribute === 'description' || attribute === 'type'
  if (isText || (isUndo && to !== null))
    return [{ before: name, preposition: 'of', after: isUndo ? 'restored' : 'changed' }]
  // The user who removes a parent may not know of it.
  const former = attribute === 'parent' ? '' : nameOf(attribute, from)
  if (to === null) return [{ before: `${name}${former} removed`, preposition: 'from', after: '' }]
  const value = nameOf(attribute, to)
  return [{ before: `${name} set${value === '' ? '' : ` to${value}`}`, preposition: 'on', after: '' }]
}

const aloneWith = (after: string): Words => ({ before: '', preposition: '', after })

interface RowWords {
  readonly one: string
  readonly added: readonly [verb: string, preposition: string]
  /** The verb for a row that came back. */
  readonly restored: string
  readonly removed: readonly [verb: string, preposition: string]
}

/** The words for the change of a row of a list. */
function wordsOfRow({ added, restored, removed }: RowWords, name: string, isAdded: boolean, isUndo: boolean): Words {
  const [verb, preposition] = isAdded ? added : removed
  return { before: `${name} ${isAdded && isUndo ? restored : verb}`, preposition, after: '' }
}

const rows = { added: ['added', 'to'], restored: 'added back', removed: ['removed', 'from'] } as const

const rowWords = {
  labels: { one: 'label', ...rows },
  reviewers: { one: 'reviewer', ...rows },
  contacts: { one: 'contact', ...rows },
  links: { one: '', ...rows },
  assignees: { one: '', added: ['assigned', 'to'], restored: 'assigned again', removed: ['unassigned', 'from'] },
} as const satisfies Readonly<Record<string, RowWords>>

/** The words do not name the other item: not everyone may know of it. */
const linkNames: Readonly<Record<LinkType, string>> = {
  relates_to: 'related issue',
  blocks: 'blocked issue',
  is_blocked_by: 'blocking issue',
}

const flags = {
  confidential: { on: 'made confidential', off: 'made non-confidential' },
  discussionLocked: { on: 'locked', off: 'unlocked' },
} as const

const plainOf = (attribute: string): PlainAttribute | undefined =>
  (plainAttributes as Readonly<Record<string, PlainAttribute>>)[attribute]

function nameOfAttribute({ attribute, from, to }: StoredChange): string {
  if (attribute === 'escalationPolicy') return 'escalation policy'
  // A value of this attribute, or none.
  const parent = attribute === 'parent' ? ((to ?? from) as AttributeValues['parent']) : null
  if (parent?.type === 'epic') return 'parent epic'
  return plainOf(attribute)?.label.toLowerCase() ?? attribute
}

/** A title, a username or a plain value, after a space; a contact and an escalation policy have no name here: not everyone may read it. */
function nameOf(attribute: string, value: unknown): string {
  const plain = plainOf(attribute)
  const choice = plain?.kind === 'choice' ? plain.choices.find(each => each.value === value) : undefined
  if (choice !== undefined) return ` ${choice.label}`
  if (attribute === 'escalationPolicy') return ''
  if (plain?.kind === 'day' && typeof value === 'string') return ` ${spellDay(value)}`
  if (typeof value === 'string' || typeof value === 'number') return ` ${value}`
  if (typeof value !== 'object' || value === null) return ''
  if ('title' in value) return ` ${value.title}`
  return 'username' in value ? ` @${value.username}` : ''
}
