import type { PageDiscussion } from '#contract/discuss/discussion-page.ts'
import type { NoteablePageOperations } from '#contract/discuss/noteable-operations.ts'
import { type IssuableSeries, newPagePath, pagePath } from '#contract/issuable-kinds.ts'
import { internalNotesTopic, issuableTopic } from '#contract/live-topics.ts'
import { type CommitId, textBoxes } from '#contract/text-boxes.ts'
import type { Address } from '#web/api/address.ts'

/** A kind of noteable: an entry of `issuableKinds` with the addresses of its page operations. */
export interface DiscussedKind {
  readonly contractType: string
  readonly series: IssuableSeries
  /** Takes what a page of discussions tells of threads in a diff, so that they are shown with their lines at once. */
  readonly prepare?: (namespace: string, iid: number, discussions: readonly PageDiscussion[]) => Promise<void>
  readonly calls: { readonly [Name in keyof NoteablePageOperations]: Address<NoteablePageOperations[Name]> }
}

/** The kind, namespace and number that identify a noteable in URLs. */
export interface NoteableKey {
  readonly kind: DiscussedKind
  /** The full path of its project or group. */
  readonly namespace: string
  readonly iid: number
}

/** The properties of a noteable that its discussion needs. Pages make it from their own data. */
export interface Noteable extends NoteableKey {
  /** The database id, for live topics and new notes. */
  readonly id: number
  /** The id in the names of its text boxes; absent: its own id. */
  readonly boxId?: CommitId
  /** The noun in sentences: "issue", "incident". */
  readonly word: string
  readonly state: 'opened' | 'closed' | 'merged' | 'locked'
  readonly isConfidential: boolean
  readonly isLocked: boolean
  readonly isArchived: boolean
  /** Whether its project is scheduled for deletion; `isArchived` is true then as well. */
  readonly isPendingDeletion: boolean
  readonly canComment: boolean
  readonly canCommentInternally: boolean
  /** External email addresses that receive public comments. */
  readonly emailParticipants: readonly string[]
  /** The issue or epic that goes on with it, as far as the viewer may know. */
  readonly continuedBy?: { readonly reference: string; readonly webPath: string } | null | undefined
  /** Null when the kind has no assignees or the viewer may not assign any. @source NOTE-016, NOTE-020 */
  readonly assignment: Assignment | null
}

export interface Assignment {
  readonly assigneeIds: readonly number[]
  /** @throws CallError */
  readonly assign: (assigneeIds: readonly number[]) => Promise<void>
}

/** The target for completion and previews; a new issuable has no number yet. */
export interface TextTarget {
  /** The `contractType` of its kind. */
  readonly type: string
  readonly iid?: number
}

export const textTarget = ({ kind, iid }: Noteable): TextTarget => ({ type: kind.contractType, iid })

const boxIdOf = ({ id, boxId }: Noteable): number | CommitId => boxId ?? id

/** The text boxes of a noteable. */
export const places = {
  note: (noteable: Noteable) => textBoxes.comment(noteable.kind.contractType, boxIdOf(noteable)),
  reply: (noteable: Noteable, discussionId: string) =>
    textBoxes.reply(noteable.kind.contractType, boxIdOf(noteable), discussionId),
  line: (noteable: Noteable, line: string) =>
    textBoxes.lineComment(noteable.kind.contractType, boxIdOf(noteable), line),
  edit: textBoxes.editedNote,
  suggestion: textBoxes.suggestionCommit,
  draft: (noteable: Noteable, draftId: number) =>
    textBoxes.draftNote(noteable.kind.contractType, boxIdOf(noteable), draftId),
  review: (noteable: Noteable) => textBoxes.reviewSummary(noteable.kind.contractType, noteable.id),
}

/** The id by which new notes refer to a noteable: a commit has no id before its first comment. */
export const targetIdOf = ({ kind, id, iid }: Pick<Noteable, 'kind' | 'id' | 'iid'>): number =>
  kind.series === 'commit' ? iid : id

/** The live topic of everything except internal notes. */
export const topicOf = ({ kind, id }: Pick<Noteable, 'kind' | 'id'>): string => issuableTopic(kind.series, id)
/** The live topic of internal notes. */
export const internalTopicOf = ({ kind, id }: Pick<Noteable, 'kind' | 'id'>): string =>
  internalNotesTopic(kind.series, id)

/** The permalink of a note, as a path. */
export const notePath = ({ kind, namespace, iid }: NoteableKey, noteId: number): string =>
  `${pagePath(kind.series, namespace, iid)}#note_${noteId}`

/** The path of the form for an issue that resolves all open threads. */
export const followUpPath = ({ kind, namespace, iid }: NoteableKey): string =>
  `${newPagePath('issue', namespace)}?${kind.series}_to_resolve_discussions_of=${iid}`

/** Whether closing and reopening is hidden from every user. @source FORM-023, FORM-024 */
export const isStateHidden = ({ state, isLocked }: Pick<Noteable, 'state' | 'isLocked'>): boolean =>
  state === 'merged' || state === 'locked' || (state === 'closed' && isLocked)
