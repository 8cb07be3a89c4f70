import { type PlainAttribute, plainAttributes } from '#contract/plan/plain-attributes.ts'
import type { AttributeValues } from '#server/plan/issuables/values.ts'
import { deltaOf, type MadeChange, type StoredChange } from './made.ts'

/** What a change set did to some of its items, around their number: "label bug added to" 2 issues, or 2 issues "closed". */
export interface Made {
  readonly before: string
  readonly after: string
  readonly count: number
}

/** Up to this many kinds of changes are counted separately, the rest together as “other changes”. */
const mostKinds = 8

/** Add the changes of further items to the counts of a change set. */
export function countMade(known: readonly Made[], changes: readonly MadeChange[]): readonly Made[] {
  const counts = new Map(known.map(made => [keyOf(made), made]))
  for (const change of changes) {
    for (const { before, after } of wordsOf(change)) {
      const isNew = !counts.has(keyOf({ before, after })) && counts.size >= mostKinds
      const words = isNew ? other : { before, after }
      const count = (counts.get(keyOf(words))?.count ?? 0) + 1
      counts.set(keyOf(words), { ...words, count })
    }
  }
  return [...counts.values()]
}

type Words = Omit<Made, 'count'>

const keyOf = ({ before, after }: Words): string => JSON.stringify([before, after])

const other: Words = { before: 'other changes to', after: '' }

/** What changed on one item, in words around it. */
export function wordsOf({ attributes, state }: MadeChange): readonly Words[] {
  const words = attributes.flatMap(wordsOfAttribute)
  return state === null ? words : [...words, { before: '', after: state.event === 'close' ? 'closed' : 'reopened' }]
}

function wordsOfAttribute(change: StoredChange): readonly Words[] {
  const { attribute, from, to } = change
  const delta = deltaOf(change)
  if (delta !== null) {
    const { one, came, went } = lists[attribute as keyof typeof lists]
    return [
      ...delta.added.map(row => ({ before: `${one}${nameOf(attribute, row)} ${came}`.trim(), after: '' })),
      ...delta.removed.map(row => ({ before: `${one}${nameOf(attribute, row)} ${went}`.trim(), after: '' })),
    ]
  }
  const flag = flags[attribute as keyof typeof flags]
  if (flag !== undefined) return [{ before: '', after: to === true ? flag.on : flag.off }]
  const name = nameOfAttribute(change)
  if (attribute === 'title' || attribute === 'description' || attribute === 'type')
    return [{ before: `${name} of`, after: 'changed' }]
  // Whoever removes a parent may not know of it.
  const former = attribute === 'parent' ? '' : nameOf(attribute, from)
  if (to === null) return [{ before: `${name}${former} removed from`, after: '' }]
  const value = nameOf(attribute, to)
  return [{ before: `${name} set${value === '' ? '' : ` to${value}`} on`, after: '' }]
}

const lists = {
  labels: { one: 'label', came: 'added to', went: 'removed from' },
  assignees: { one: '', came: 'assigned to', went: 'unassigned from' },
  reviewers: { one: 'reviewer', came: 'added to', went: 'removed from' },
  contacts: { one: 'contact', came: 'added to', went: 'removed from' },
} as const

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
  if (typeof value === 'string' || typeof value === 'number') return ` ${value}`
  if (typeof value !== 'object' || value === null) return ''
  if ('title' in value) return ` ${value.title}`
  return 'username' in value ? ` @${value.username}` : ''
}
