/** An email to be queued. */
export interface NewMail {
  /** The recipient's account, if any; the email is deleted with it. */
  readonly userId: number | null
  readonly recipient: string
  /** The user who caused an email to an external address; it counts toward their hourly limit. */
  readonly authorId?: number
  /** Display name of the sender; the site's name by default. */
  readonly senderName?: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Headers such as Message-ID, In-Reply-To and References, which mail clients use for threading. */
  readonly headers?: Readonly<Record<string, string>>
  /** The parts of the mail that grant access to anyone who holds them: they are blanked once the mail has been sent. */
  readonly secrets?: readonly string[]
  /** A user waits for the mail: it is sent before the other queued ones. */
  readonly isUrgent?: boolean
}
