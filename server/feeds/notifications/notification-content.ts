/** A change of an item, as mails report it. */
export interface NotificationContent {
  readonly issuableId: number
  /** The note whose text follows the sentence. */
  readonly noteId: number | null
  /** One sentence: "Ann commented:" */
  readonly lead: string
  /** The item's description stands below the sentence. */
  readonly described?: boolean
  /** Names it, once for each item. */
  readonly part: string
}

/** The part of the notification that begins a thread of mails. */
export const beginning = 'created'
