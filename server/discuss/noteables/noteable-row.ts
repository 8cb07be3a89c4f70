/** The issuable of a note, with the columns that its notes need. */
export interface NoteableRow {
  readonly id: number
  readonly iid: number
  readonly type: string
  readonly state: string
  readonly title: string
  readonly authorId: number
  readonly notesCount: number
  readonly namespaceId: number
  readonly namespacePath: string
  readonly namespaceName: string
  readonly ancestorIds: readonly number[]
}
