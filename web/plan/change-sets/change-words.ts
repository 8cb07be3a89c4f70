import { issuableKinds } from '#contract/issuable-kinds.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { getChangeSet, undoChangeSet } from '#contract/plan/change-sets.ts'
import { counted } from '#web/ui/text/counted.ts'

export type ChangeSet = ReplyOf<typeof undoChangeSet>
export type Refusals = ReplyOf<typeof getChangeSet>['refusals']

/** "2 merge requests" */
export const itemsOf = ({ kind }: Pick<ChangeSet, 'kind'>, count: number): string =>
  counted(count, issuableKinds[kind].word)

/** Up to this many changes are named in a sentence. */
const mostNamed = 3

/** What a change set changed: "label bug added to 2 issues, 1 issue closed". */
export function madeText(set: Pick<ChangeSet, 'kind' | 'made'>): string {
  const named = set.made
    .slice(0, mostNamed)
    .map(({ before, after, count }) => `${before} ${itemsOf(set, count)} ${after}`.trim())
  return [...named, ...(set.made.length > mostNamed ? ['more'] : [])].join(', ')
}

/** What the toast says when a change set has finished. @param done  what was done, such as "Closed" */
export function outcomeText(set: ChangeSet, done: string): string {
  if (set.changed === 0) return set.refused === 0 ? 'Nothing was changed.' : leftText(set)
  const made = set.isUndo ? `Undone: ${madeText(set)}` : `${done}: ${itemsOf(set, set.changed)}`
  return set.refused === 0 ? made : `${made}. ${leftText(set)}`
}

/** What a change set skipped. */
function leftText(set: ChangeSet): string {
  const items = itemsOf(set, set.refused)
  if (!set.isUndo) return `${items} did not change.`
  return set.changed === 0 ? `Could not undo the changes to ${items}.` : `Skipped ${items}.`
}
