export type MailKind = 'thankYou' | 'newNote' | 'closing'

/**
 * The texts of emails to requesters, for projects without texts of their own.
 *
 * @param canReply  the site receives the replies to its emails
 */
export const defaultMailTexts = (canReply: boolean): Readonly<Record<MailKind, string>> => ({
  thankYou: `Thank you for your request. It has the number %{ISSUE_ID}, and we will answer as soon as we can.

${canReply ? 'Reply to this email to add something, or [follow the request online](%{ISSUE_URL}).' : 'To add something, [view the request](%{ISSUE_URL}).'}`,
  newNote: `%{NOTE_TEXT}

---

[View the request](%{ISSUE_URL})`,
  closing: `Your request %{ISSUE_ID} was closed.

If it is not solved, [reopen it](%{ISSUE_URL})${canReply ? ' or reply to this email' : ''}.`,
})

/** The placeholders of these texts, with their meanings. */
export const mailPlaceholders = {
  ISSUE_ID: 'number of the request',
  ISSUE_PATH: 'project and number of the request',
  ISSUE_URL: 'link to the page of the request',
  ISSUE_DESCRIPTION: 'text of the request',
  NOTE_TEXT: 'text of the comment',
  UNSUBSCRIBE_URL: 'link that ends the emails',
  SYSTEM_HEADER: 'header of the site',
  SYSTEM_FOOTER: 'footer of the site',
  ADDITIONAL_TEXT: 'additional text of the site',
} as const

export type MailPlaceholder = keyof typeof mailPlaceholders
