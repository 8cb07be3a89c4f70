interface EditTextParts {
  readonly text: string
  /** The saved text that it was begun on. */
  readonly base: string
  /** The text as it is saved now. */
  readonly saved: string
  readonly isUploading: boolean
}

interface EditTextState {
  /** Something was written that is not saved. */
  readonly isDirty: boolean
  /** Another user saved, and there are no own changes: the saved text is shown. */
  readonly isBehind: boolean
  /** Another user saved another text: nothing is sent until the user has chosen. */
  readonly isConflict: boolean
  /** Whether there is a change to save, or a choice to make first. */
  readonly canSave: boolean
}

/** The state of the box a comment is changed in. */
export function editTextState({ text, base, saved, isUploading }: EditTextParts): EditTextState {
  const isDirty = text !== base
  const isOverwritten = base !== saved
  return {
    isDirty,
    isBehind: isOverwritten && !isDirty,
    isConflict: isOverwritten && isDirty && text !== saved,
    canSave: text.trim() !== '' && !isUploading,
  }
}
