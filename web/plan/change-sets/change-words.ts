import { kindWord } from '#contract/issuable-kinds.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { getChangeSet, undoChangeSet } from '#contract/plan/changes/change-sets.ts'
import { counted } from '#web/ui/text/counted.ts'
import { changeText } from './change-text.ts'

export type ChangeSet = ReplyOf<typeof undoChangeSet>
export type Refusals = ReplyOf<typeof getChangeSet>['refusals']

/** The message of the toast when all have finished. @param items  "2 issues" */
export type DoneWords = (items: string) => string

/** "incident" */
export const wordOf = ({ kind, type }: Pick<ChangeSet, 'kind' | 'type'>): string => kindWord(type ?? kind)

/** "2 merge requests" */
export const itemsOf = (set: Pick<ChangeSet, 'kind' | 'type'>, count: number): string => counted(count, wordOf(set))

/** Up to this many changes are named in a sentence. */
const mostNamed = 3

/** The changes of a change set: "Label bug added to 2 issues, 1 issue closed", "Title of #12 restored". */
function madeText(set: ChangeSet): string {
  const named = set.made.slice(0, mostNamed).map(made => changeText(made, set.reference ?? itemsOf(set, made.count)))
  const text = [...named, ...(set.made.length > mostNamed ? ['more'] : [])].join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The message of the toast when a change set has finished. */
export function outcomeText(set: ChangeSet, done: DoneWords): string {
  if (set.changed === 0) return set.refused === 0 ? 'Nothing was changed.' : leftText(set)
  const made = set.isUndo ? madeText(set) : done(itemsOf(set, set.changed))
  return set.refused === 0 ? made : `${made}. ${leftText(set)}`
}

/** The items that a change set skipped. */
function leftText(set: ChangeSet): string {
  const items = set.reference ?? itemsOf(set, set.refused)
  if (!set.isUndo) return `${items} did not change.`
  return set.changed === 0 ? `Could not undo the changes to ${items}.` : `Skipped ${items}.`
}

/** The counts of change sets that were started together, such as those of several projects. */
export function sumOf(sets: readonly [ChangeSet, ...ChangeSet[]]): ChangeSet {
  const [first, ...others] = sets
  if (others.length === 0) return first
  const sum = (of: (set: ChangeSet) => number) => sets.reduce((total, set) => total + of(set), 0)
  return {
    ...first,
    type: others.every(set => set.type === first.type) ? first.type : null,
    reference: null,
    made: joined(sets.flatMap(set => set.made)),
    total: sum(set => set.total),
    changed: sum(set => set.changed),
    unchanged: sum(set => set.unchanged),
    refused: sum(set => set.refused),
    finishedAt: sets.every(set => set.finishedAt !== null) ? first.finishedAt : null,
  }
}

/** The same changes of several sets are one. */
const joined = (made: ChangeSet['made']): ChangeSet['made'] =>
  [...Map.groupBy(made, each => changeText(each, '')).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, count: others.reduce((count, each) => count + each.count, first.count) }],
  )

/** The refused items of several sets by reason. */
export const joinedRefusals = (refusals: Refusals): Refusals =>
  [...Map.groupBy(refusals, ({ reason }) => reason)].map(([reason, all]) => ({
    reason,
    count: all.reduce((count, each) => count + each.count, 0),
    items: all.flatMap(({ items }) => items),
  }))
