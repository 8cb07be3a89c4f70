/** A mail to be sent. */
export interface NewMail {
  /** Whom it is for, when that is somebody with an account: it goes with the account. */
  readonly userId: number | null
  readonly recipient: string
  /** Whose doing a mail to an address outside of the site is: it counts for their hourly limit. */
  readonly authorId?: number
  /** Who speaks, before the address of the site; the site itself when left out. */
  readonly senderName?: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Such as Message-ID, In-Reply-To and References, by which mail programs make threads. */
  readonly headers?: Readonly<Record<string, string>>
}
