/** Something that happened to an item, as mails tell of it. */
export interface NotificationContent {
  readonly issuableId: number
  /** Its text stands below the sentence. */
  readonly noteId: number | null
  /** One sentence: "Ann commented:" */
  readonly lead: string
  /** The item's description stands below the sentence. */
  readonly described?: boolean
  /** Names it, once for each item. */
  readonly part: string
}

/** The part of what begins a thread of mails. */
export const beginning = 'created'
