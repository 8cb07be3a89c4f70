import type { IssuableData } from '../issuable-context.tsx'

type Saved = Pick<IssuableData, 'title' | 'description' | 'lockVersion' | 'type'>

/** A text of the form: as it is written, and as it was when that began. */
interface WrittenText {
  readonly text: string
  readonly base: string
  readonly baseVersion: number | null
}

export interface EditParts {
  /** The saved issuable, including changes of others. */
  readonly saved: Saved
  readonly title: WrittenText
  readonly description: WrittenText
  readonly wantedType: string
  /** Names to choose from; null until they are there. */
  readonly issuableTemplates: readonly string[] | null
  /**
   * `refusedVersion`: the version that the last save was based on, if it was refused because another user saved first.
   */
  readonly save: { readonly isPending: boolean; readonly isSuccess: boolean; readonly refusedVersion: number | null }
  readonly isUploading: boolean
}

/** The state of the edit form. @source EDIT-025 */
interface EditState {
  readonly title: string
  readonly description: string
  /** The version that is edited: one that is no longer current is refused. */
  readonly lockVersion: number
  /**
   * `now`: another user saved while this was written. `draft`: the draft is of another version.
   *
   * @source EDIT-016, EDIT-017
   */
  readonly lockedWarning: 'now' | 'draft' | null
  readonly updateLoading: boolean
  readonly issuableTemplates: readonly string[]
  /** @source EDIT-023, ISSUE-030 */
  readonly isTypeDirty: boolean
  /** Something was written that is not saved. */
  readonly isDirty: boolean
  /** Another user saved, and there are no own changes: the saved text is shown. */
  readonly isBehind: boolean
  readonly canSave: boolean
}

export function editState(parts: EditParts): EditState {
  const { saved, title, description, save } = parts
  const isDirty = isWritten(title) || isWritten(description)
  const isOverwritten = title.base !== saved.title || description.base !== saved.description
  const lockVersion = isDirty ? oldest([title, description].filter(isWritten), saved.lockVersion) : saved.lockVersion
  const isOlder = lockVersion !== saved.lockVersion
  // After a choice the text is based on a newer version: the answer to an earlier save does not undo the choice.
  const isConflict = save.refusedVersion === lockVersion
  const isOver = save.isSuccess
  return {
    title: title.text,
    description: description.text,
    lockVersion,
    lockedWarning: isOver || !isDirty ? null : isOverwritten || isConflict ? 'now' : isOlder ? 'draft' : null,
    updateLoading: save.isPending,
    issuableTemplates: parts.issuableTemplates ?? [],
    isTypeDirty: parts.wantedType !== saved.type,
    isDirty,
    isBehind: isOverwritten && !isDirty && !isOver,
    canSave: title.text.trim() !== '' && !parts.isUploading && !save.isPending,
  }
}

const isWritten = ({ text, base }: WrittenText): boolean => text !== base

const oldest = (written: readonly WrittenText[], now: number): number =>
  Math.min(now, ...written.map(({ baseVersion }) => baseVersion ?? now))
