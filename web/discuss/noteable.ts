/** What is discussed, as far as its discussion needs to know. Pages make it from what they show. */
export interface Noteable {
  /** Of the database; names the topic and what a note is written on. */
  readonly id: number
  readonly iid: number
  /** The full path of its project. */
  readonly namespace: string
  /** As the contract names it. */
  readonly type: 'Issue'
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
  readonly type: 'Issue'
  readonly iid?: number
}

export const textTarget = ({ type, iid }: Noteable): TextTarget => ({ type, iid })

/** The names under which what is typed on it is kept. */
export const places = {
  note: (noteable: Noteable) => `${noteable.type}.${noteable.id}.note`,
  reply: (noteable: Noteable, discussionId: string) => `${noteable.type}.${noteable.id}.reply.${discussionId}`,
  edit: (noteId: string) => `note.${noteId}`,
  draft: (noteable: Noteable, draftId: number) => `${noteable.type}.${noteable.id}.draft.${draftId}`,
}

/** Whether closing and reopening is not offered, whoever looks. @source FORM-023, FORM-024 */
export const isStateHidden = ({ state, isLocked }: Pick<Noteable, 'state' | 'isLocked'>): boolean =>
  state === 'merged' || state === 'locked' || (state === 'closed' && isLocked)
