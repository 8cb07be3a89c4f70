interface MailHeader {
  /** In lower case. */
  readonly key: string
  readonly value: string
}

const maxHops = 50

/**
 * Why a mail is none that a person wrote as an answer, in a sentence; null when it may be one. Answers to such mails
 * would make machines talk with each other. A mail that a person sent through a group or with Outlook, which asks other programs not to
 * answer by themselves, is none of them.
 *
 * @source RFC 3834 section 2, RFC 5321 section 6.3
 */
export function automaticReason(headers: readonly MailHeader[]): string | null {
  const of = (key: string) =>
    headers.filter(header => header.key === key).map(header => header.value.trim().toLowerCase())
  if (of('received').length > maxHops) return 'The mail goes round in circles.'
  if (['x-gitlab-reply-key', 'x-gitlab-notificationreason'].some(key => of(key).length > 0))
    return 'Messages sent by Weft are not accepted.'
  if (of('return-path').includes('<>')) return 'Bounce messages are not accepted.'
  if (of('content-type').some(type => type.startsWith('multipart/report'))) return 'Bounce messages are not accepted.'
  const isAutomatic =
    of('auto-submitted').some(value => !/^no\b/.test(value)) ||
    of('precedence').some(value => /^(?:bulk|junk|auto_reply)$/.test(value)) ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply'].some(key => of(key).length > 0)
  return isAutomatic ? 'Automatic replies and bulk messages are not accepted.' : null
}
