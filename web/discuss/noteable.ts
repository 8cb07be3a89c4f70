import type { NoteablePageOperations } from '#contract/discuss/noteable-operations.ts'
import { type IssuableSeries, newPagePath, pagePath } from '#contract/issuable-kinds.ts'
import { internalNotesTopic, issuableTopic } from '#contract/live-topics.ts'
import type { Address } from '#web/api/address.ts'

/** What all discussed things of a kind have in common: an entry of `issuableKinds`, with what its pages call. */
export interface DiscussedKind {
  readonly contractType: string
  readonly series: IssuableSeries
  readonly calls: { readonly [Name in keyof NoteablePageOperations]: Address<NoteablePageOperations[Name]> }
}

/** What names it in the addresses of its kind. */
export interface NoteableKey {
  readonly kind: DiscussedKind
  /** The full path of its project or group. */
  readonly namespace: string
  readonly iid: number
}

/** What is discussed, as far as its discussion needs to know. Pages make it from what they show. */
export interface Noteable extends NoteableKey {
  /** Of the database; names the topic and what a note is written on. */
  readonly id: number
  /** As a person calls it: `issue`, `incident`. */
  readonly word: string
  readonly state: 'opened' | 'closed' | 'merged' | 'locked'
  readonly isConfidential: boolean
  readonly isLocked: boolean
  readonly isArchived: boolean
  /** Its project waits for its deletion; then `isArchived` is true too. */
  readonly isPendingDeletion: boolean
  readonly canComment: boolean
  readonly canCommentInternally: boolean
  /** Addresses outside of the site to which public comments go out. */
  readonly emailParticipants: readonly string[]
  /** Null where people cannot be assigned, or not by the viewer. @source NOTE-016, NOTE-020 */
  readonly assignment: Assignment | null
}

export interface Assignment {
  readonly assigneeIds: readonly number[]
  /** @throws CallError */
  readonly assign: (assigneeIds: readonly number[]) => Promise<void>
}

/** What completes texts and previews them: a new thing has no number yet. */
export interface TextTarget {
  /** As the contract names it. */
  readonly type: string
  readonly iid?: number
}

export const textTarget = ({ kind, iid }: Noteable): TextTarget => ({ type: kind.contractType, iid })

/** Names it among all that is discussed, in what the browser keeps: `Issue.42`. */
export const keptName = ({ kind, id }: Pick<Noteable, 'kind' | 'id'>): string => `${kind.contractType}.${id}`

/** The names under which what is typed on it is kept. */
export const places = {
  note: (noteable: Noteable) => `${keptName(noteable)}.note`,
  reply: (noteable: Noteable, discussionId: string) => `${keptName(noteable)}.reply.${discussionId}`,
  edit: (noteId: string) => `note.${noteId}`,
  draft: (noteable: Noteable, draftId: number) => `${keptName(noteable)}.draft.${draftId}`,
}

/** Its live topics: of what all of its readers see, and of its internal notes. */
export const topicOf = ({ kind, id }: Pick<Noteable, 'kind' | 'id'>): string => issuableTopic(kind.series, id)
export const internalTopicOf = ({ kind, id }: Pick<Noteable, 'kind' | 'id'>): string =>
  internalNotesTopic(kind.series, id)

/** The address of one of its notes, from the root of the site. */
export const notePath = ({ kind, namespace, iid }: NoteableKey, noteId: number): string =>
  `${pagePath(kind.series, namespace, iid)}#note_${noteId}`

/** Where a new issue takes over all of its open threads. */
export const followUpPath = ({ kind, namespace, iid }: NoteableKey): string =>
  `${newPagePath('issue', namespace)}?${kind.series}_to_resolve_discussions_of=${iid}`

/** Whether closing and reopening is not offered, whoever looks. @source FORM-023, FORM-024 */
export const isStateHidden = ({ state, isLocked }: Pick<Noteable, 'state' | 'isLocked'>): boolean =>
  state === 'merged' || state === 'locked' || (state === 'closed' && isLocked)
