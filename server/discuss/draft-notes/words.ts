interface Saved {
  readonly note?: string | undefined
}

/** The three shapes in which clients send the words of a comment. */
interface SentWords {
  readonly draftNote?: Saved | undefined
  readonly note?: Saved | undefined
  readonly 'note[note]'?: string | undefined
}

/**
 * The text of a comment that is to be saved.
 *
 * @returns empty when it says nothing
 * @source DRAFT-010
 */
export const wordsOf = (sent: SentWords): string => sent.draftNote?.note ?? sent['note[note]'] ?? sent.note?.note ?? ''
