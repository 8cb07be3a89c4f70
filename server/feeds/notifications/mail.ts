import { issuableKindOf, pagePath, referenceOf } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'
import type { NewMail } from '#server/foundation/mails/new-mail.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import { mailPage } from './mail-page.ts'
import { reasonLine, stateWord, typeTitle } from './messages.ts'
import { beginning } from './notification-content.ts'
import { factLines, factsHtml, type PageFacts, subjectOfPage } from './page-facts.ts'
import type { PageLinks } from './page-links.ts'
import type { Reason } from './recipients.ts'
import { replyLocalPart } from './reply-address.ts'

/** One change that a mail reports, with its item and namespace. */
export interface Told {
  readonly userId: number
  readonly email: string
  readonly part: string
  readonly lead: string
  readonly noteId: number | null
  readonly createdAt: string
  readonly authorName: string | null
  /** Markdown; empty when the sentence says all. */
  readonly text: string
  readonly discussionId: string | null
  readonly issuableId: number
  readonly iid: number
  readonly type: string
  readonly state: string
  readonly title: string
  readonly projectId: number
  readonly projectPath: string
  readonly projectName: string
  readonly projectFullName: string
}

interface MailParts {
  /** All of one item and one person, in order, with HTML as a mail can hold it; one at least. */
  readonly notices: readonly (Told & { readonly html: string })[]
  readonly reason: Reason | null
  /** Opens the page that ends the mails. */
  readonly key: string
  /** Signs the address for answers. */
  readonly secret: string
  /** The facts of an incident or alert whose escalation policy names the person. */
  readonly page?: PageFacts | undefined
  /** The recipient of a page answers it by these. */
  readonly links?: PageLinks | undefined
}

/** The subject of the mails about an item. */
export const mailSubject = (
  { projectName, title, type, iid }: Pick<Told, 'projectName' | 'title' | 'type' | 'iid'>,
  isFirst: boolean,
): string => `${isFirst ? '' : 'Re: '}${projectName} | ${title} (${referenceOf(type, iid)})`

/**
 * The headers of every notification from a project or group.
 *
 * @param stop  the address that ends the mails
 */
export const listHeaders = (
  { projectId, projectPath, projectName }: Pick<Told, 'projectId' | 'projectPath' | 'projectName'>,
  domain: string,
  stop: string,
): Readonly<Record<string, string>> => ({
  'List-Id': `${projectPath.replaceAll(/[^\w./-]/g, '')} <${projectId}.${projectPath.replaceAll(/[^\w-]+/g, '.')}.${domain.replaceAll(/[[\]]/g, '')}>`,
  'List-Unsubscribe': `<${stop}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  'Auto-Submitted': 'auto-generated',
  'X-GitLab-Project': projectName,
  'X-GitLab-Project-Id': String(projectId),
  'X-GitLab-Project-Path': projectPath,
})

/**
 * Write a mail in text and HTML, threaded by item.
 *
 * @source product rules section 11; RFC 5322 section 3.6.4 (threads), RFC 8058 (List-Unsubscribe-Post), RFC 3834 (Auto-Submitted)
 * @throws RangeError  nothing to tell
 */
export function composeMail(ctx: Context, { notices, reason, key, secret, page, links }: MailParts): NewMail {
  const last = notices.at(-1)
  if (last === undefined) throw new RangeError('an email without notices')
  const { settings } = ctx.services
  const { externalUrl } = settings
  const domain = mailDomain(settings)
  const address = (notice: Told) =>
    `${externalUrl}${pagePath(issuableKindOf(notice.type), notice.projectPath, notice.iid)}${notice.noteId === null ? '' : `#note_${notice.noteId}`}`
  const stop = `${externalUrl}/-/sent_notifications/${key}/unsubscribe`
  const settingsUrl = `${externalUrl}/-/user_settings/notifications`
  const thread = `<issue_${last.issuableId}@${domain}>`
  const begins = notices.some(notice => notice.part === beginning)
  const answered = notices.findLast(notice => notice.noteId !== null) ?? last
  const replyKey =
    settings.smtpInPort === undefined
      ? null
      : replyLocalPart(secret, { userId: last.userId, issuableId: last.issuableId, noteId: answered.noteId })
  const replyTo = replyKey === null ? null : `${replyKey}@${domain}`
  const why = reasonLine(reason, last.type)
  const authors = [...new Set(notices.map(notice => notice.authorName ?? ''))]
  const word = typeTitle(last.type).replaceAll(' ', '')
  const canReply = replyTo !== null
  // The newest sentence of a page stands above the facts.
  const paged = page === undefined ? undefined : (notices.findLast(notice => notice.part.startsWith('paged_')) ?? last)
  const facts = page === undefined ? [] : factLines(page, last)
  const factsText = [last.title, ...facts.map(([name, text]) => `${name}: ${text}`)].join('\n')
  const answersText = links === undefined ? '' : `\nAcknowledge: ${links.acknowledge}\nResolve: ${links.resolve}`
  return {
    userId: last.userId,
    recipient: last.email,
    ...(authors.length === 1 && authors[0] !== '' && authors[0] !== undefined ? { senderName: authors[0] } : {}),
    // A page is no answer to an earlier mail, and a phone shows its subject.
    subject:
      page === undefined ? mailSubject(last, begins) : `${subjectOfPage(last.type, page)}${mailSubject(last, true)}`,
    text: [
      ...notices.flatMap(notice => [
        notice.lead,
        ...(notice === paged ? [factsText, `Open: ${address(notice)}${answersText}`] : []),
        notice.text,
        ...(notice === paged ? [page?.alertText ?? ''] : []),
        ...(notices.length > 1 ? [address(notice)] : []),
      ]),
      `-- \n${canReply ? 'Reply to this email to comment.\n' : ''}${why}\n${address(last)}\nUnsubscribe: ${stop}\nNotification settings: ${settingsUrl}`,
    ]
      .filter(part => part !== '')
      .join('\n\n'),
    html: mailPage({
      place: last.projectFullName,
      placeUrl: `${externalUrl}/${last.projectPath}`,
      reference: referenceOf(last.type, last.iid),
      title: last.title,
      state: stateWord(last.state),
      url: address(last),
      entries: notices.map(notice => ({
        ...notice,
        url: address(notice),
        ...(notice === paged && { html: `${factsHtml(facts, page?.alertText ?? '')}${notice.html}` }),
      })),
      answers: links ?? null,
      canReply,
      why,
      stop,
      settingsUrl,
    }),
    headers: {
      'Message-ID': begins ? thread : `<issue_${last.issuableId}_${last.part}@${domain}>`,
      ...(begins ? {} : { 'In-Reply-To': thread, References: thread }),
      ...listHeaders(last, domain, stop),
      ...(replyTo === null ? {} : { 'Reply-To': replyTo }),
      [`X-GitLab-${word}-ID`]: String(last.issuableId),
      [`X-GitLab-${word}-IID`]: String(last.iid),
      [`X-GitLab-${word}-State`]: last.state,
      ...(last.discussionId === null ? {} : { 'X-GitLab-Discussion-ID': last.discussionId }),
      'X-GitLab-NotificationReason': reason ?? '',
      'X-GitLab-Reply-Key': key,
    },
    secrets: [key, ...(replyKey === null ? [] : [replyKey]), ...(links === undefined ? [] : [links.key])],
  }
}
