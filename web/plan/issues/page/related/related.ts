import type { ReplyOf } from '#contract/operation.ts'
import { messages } from '#web/plan/messages.ts'

export type LinkedIssue = ReplyOf<typeof import('#contract/plan/work-items/links.ts').listLinkedIssues>[number]
export type LinkType = LinkedIssue['linkType']

/** @source RELATED-025 */
export const issuableTypes = ['issue', 'epic', 'merge_request'] as const
/** @source RELATED-025 */
export const issueTypes = ['issue', 'incident'] as const

/** @source RELATED-006, RELATED-007, RELATED-008 */
export const linkTypeLabels = {
  relates_to: 'Relates to',
  blocks: 'Blocks',
  is_blocked_by: 'Is blocked by',
} as const satisfies Record<LinkType, string>

/** The types in the order of the form. */
export const linkTypes = ['relates_to', 'blocks', 'is_blocked_by'] as const satisfies readonly LinkType[]

/** Blocking issues come first. */
export const groupOrder = ['is_blocked_by', 'blocks', 'relates_to'] as const satisfies readonly LinkType[]

export interface LinkGroup {
  readonly type: LinkType
  readonly items: readonly LinkedIssue[]
}

/** @source RELATED-015 */
export const groupsOf = (items: readonly LinkedIssue[]): readonly LinkGroup[] =>
  groupOrder
    .map(type => ({ type, items: items.filter(item => item.linkType === type) }))
    .filter(group => group.items.length > 0)

/** The content of the block: existing links, and those being entered. @source RELATED-024 */
export interface RelatedState {
  readonly relatedIssues: readonly LinkedIssue[]
  readonly pendingReferences: readonly string[]
}

/** The open issues that stand in the way of closing. @source ISSUE-020 */
export const blockersOf = (items: readonly LinkedIssue[]): readonly LinkedIssue[] =>
  items.filter(item => item.linkType === 'is_blocked_by' && item.state === 'opened')

/** The reason why an item cannot be removed; null if it can. @source ERRMSG-062 */
export const removalProblem = (item: Pick<LinkedIssue, 'relationPath'>): string | null =>
  item.relationPath === null ? messages.noRelationPath('issue') : null

/** The target of a moved item: the link before it, or the one after it. */
export interface Move {
  readonly linkId: number
  readonly moveBeforeId?: number
  readonly moveAfterId?: number
}

/**
 * The move of an item within its group.
 *
 * @param to  the index at which it stands afterwards
 * @returns null when it stays where it is
 */
export function moveWithin(group: readonly LinkedIssue[], from: number, to: number): Move | null {
  const linkId = group[from]?.linkId
  const neighbour = group[to]?.linkId
  if (linkId === undefined || neighbour === undefined || from === to) return null
  return to < from ? { linkId, moveAfterId: neighbour } : { linkId, moveBeforeId: neighbour }
}

/** The list as it is behind a move. */
export function moved(items: readonly LinkedIssue[], move: Move): readonly LinkedIssue[] {
  const item = items.find(each => each.linkId === move.linkId)
  const others = items.filter(each => each.linkId !== move.linkId)
  const at = others.findIndex(each => each.linkId === (move.moveBeforeId ?? move.moveAfterId))
  if (item === undefined || at === -1) return items
  return others.toSpliced(move.moveBeforeId === undefined ? at : at + 1, 0, item)
}
