import { sql } from 'kysely'
import { kindWord, referenceOf } from '#contract/issuable-kinds.ts'
import { type Context, transact } from '#server/context.ts'
import { removeAddresses } from '#server/discuss/email-participants/change.ts'
import { agree, decline } from '#server/discuss/email-participants/consent.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { setSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { NotFound } from '#server/errors.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import type { StreamReply } from '#server/slice.ts'
import { linkPage } from './link-page.ts'
import { readOutsiderKey } from './outsider-key.ts'
import { replySecret } from './reply-address.ts'
import { muteReleases } from './settings.ts'

interface MailRecipient {
  readonly userId: number
  readonly username: string
  readonly name: string
  readonly isExternal: boolean
  readonly namespaceId: number
}

/** A mail about an item, or about a release, which has no type. */
type SentMail =
  | (MailRecipient & { readonly issuableId: number; readonly iid: number; readonly type: string })
  | (MailRecipient & { readonly type: null })

/**
 * The page behind the link in a mail. It changes nothing: programs that look where links lead end no mails.
 *
 * @throws NotFound  no such key
 */
export async function askToUnsubscribe(ctx: Context, key: string): Promise<StreamReply> {
  const outsider = await outsiderOf(ctx, key)
  if (outsider !== null && outsider.email === null) return goodbye(outsider)
  const sent = outsider ?? (await sentBy(ctx, key))
  if (sent.type === null)
    return linkPage(
      'Unsubscribe from releases?',
      `<p>You will no longer receive emails about new releases of this project.</p>
<form method="post"><button>Unsubscribe</button></form>${settingsLink(ctx)}`,
    )
  const { type, iid } = sent
  return linkPage(
    `Unsubscribe from ${referenceOf(type, iid)}?`,
    `<p>${outsider === null ? 'You will still be notified when someone mentions you.' : `You will no longer receive comments on this ${kindWord(type)}.`}</p>
<form method="post"><button>Unsubscribe</button></form>${outsider === null ? settingsLink(ctx) : ''}`,
  )
}

/**
 * Unsubscribe the recipient of a mail from an issuable, or from the releases of a project. The holder of the key need
 * not be signed in, and learns only the number of the issuable. A second call changes nothing.
 *
 * @throws NotFound  no such key
 * @source RFC 8058
 */
export async function unsubscribe(ctx: Context, key: string): Promise<StreamReply> {
  const outsider = await outsiderOf(ctx, key)
  if (outsider !== null) {
    const { email } = outsider
    if (email !== null) await transact(ctx, inner => removeAddresses(inner, outsider, [email]))
    return goodbye(outsider)
  }
  const sent = await sentBy(ctx, key)
  const actor = {
    kind: 'user',
    id: sent.userId,
    username: sent.username,
    name: sent.name,
    isAdmin: false,
    isExternal: sent.isExternal,
  } as const
  if (sent.type === null) {
    await muteReleases({ ...ctx, actor }, sent.namespaceId)
    return linkPage(
      'Unsubscribed from releases',
      `<p>You will no longer receive emails about new releases of this project. To receive them again, choose a level for the project.</p>${settingsLink(ctx)}`,
    )
  }
  await transact({ ...ctx, actor }, inner =>
    setSubscription(inner, { id: sent.issuableId, namespaceId: sent.namespaceId }, false),
  )
  return linkPage(
    `Unsubscribed from ${referenceOf(sent.type, sent.iid)}`,
    `<p>You will no longer receive emails about this ${kindWord(sent.type)} unless someone mentions you.</p>${settingsLink(ctx)}`,
  )
}

/**
 * The page behind the link in an invitation. GET has no side effects, so link scanners cannot confirm.
 *
 * @throws NotFound  no such key
 */
export async function askToConfirm(ctx: Context, key: string): Promise<StreamReply> {
  const { type, iid, email } = await invitedBy(ctx, key)
  const reference = referenceOf(type, iid)
  if (email === null) return removed(reference)
  return linkPage(
    `Get comments on ${reference} by email?`,
    `<p>Someone added your address. Comments are sent to it once you confirm. Each email has an unsubscribe link.</p>
<form method="post"><button>Get comments</button></form>
<form method="post" action="decline"><button data-quiet>Never email me</button></form>`,
  )
}

/** Confirm the address of a key. Idempotent. @throws NotFound */
export async function confirmInvitation(ctx: Context, key: string): Promise<StreamReply> {
  const invited = await invitedBy(ctx, key)
  const { type, iid, email } = invited
  const reference = referenceOf(type, iid)
  if (email === null) return removed(reference)
  await agree(ctx, invited, email)
  return linkPage(`You will receive comments on ${reference} by email`, '<p>Each email has an unsubscribe link.</p>')
}

/** Decline all emails to the address of a key. Idempotent. @throws NotFound */
export async function declineInvitation(ctx: Context, key: string): Promise<StreamReply> {
  const { email } = await invitedBy(ctx, key)
  if (email !== null) await decline(ctx, email)
  return linkPage('You will not receive emails from this site', '<p>No one can add your address again.</p>')
}

/** @throws NotFound  no such key, or it belongs to a user with an account */
async function invitedBy(ctx: Context, key: string): Promise<OutsiderSent> {
  const invited = await outsiderOf(ctx, key)
  if (invited === null) throw new NotFound()
  return invited
}

const removed = (reference: string): StreamReply =>
  linkPage(`You will no longer receive emails about ${reference}`, '<p>Your address was removed.</p>')

const goodbye = ({ type, iid }: Pick<OutsiderSent, 'type' | 'iid'>): StreamReply =>
  linkPage(
    `Unsubscribed from ${referenceOf(type, iid)}`,
    `<p>You will no longer receive emails about this ${kindWord(type)}.</p>`,
  )

interface OutsiderSent {
  readonly id: number
  readonly namespaceId: number
  readonly iid: number
  readonly type: string
  /** Null when it was taken out already. */
  readonly email: string | null
}

/** The recipient of a mail to an address outside of the site; null for a key of another kind. */
async function outsiderOf(ctx: Context, key: string): Promise<OutsiderSent | null> {
  const outsider = readOutsiderKey(await replySecret(ctx.db), key)
  if (outsider === null) return null
  const { rows } = await sql<OutsiderSent>`
    select i.id, i.namespace_id, i.iid, i.type, p.email from issuables i
    left join issue_email_participants p on p.issuable_id = i.id and p.id = ${outsider.participantId} where i.id = ${outsider.issuableId}`.execute(
    ctx.db,
  )
  if (rows[0] === undefined) throw new NotFound()
  return rows[0]
}

async function sentBy(ctx: Context, key: string): Promise<SentMail> {
  const { rows } = await sql<SentMail>`
    select u.id as user_id, u.username, u.name, u.is_external, i.id as issuable_id, coalesce(i.namespace_id, s.project_id) as namespace_id, i.iid, i.type
    from sent_notifications s join users u on u.id = s.user_id left join issuables i on i.id = s.issuable_id where s.key = ${key}`.execute(
    ctx.db,
  )
  const sent = rows[0]
  if (sent === undefined) throw new NotFound()
  return sent
}

const settingsLink = (ctx: Context): string =>
  `<p><a href="${escapeHtml(`${siteBase(ctx)}/-/user_settings/notifications`)}">Notification settings</a></p>`
