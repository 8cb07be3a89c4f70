import { sql } from 'kysely'
import { issuableKindOf, kindWord, pagePath, referenceOf } from '#contract/issuable-kinds.ts'
import { levelSql } from '#server/access/levels.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { mayReadIssuable } from '#server/access/readers.ts'
import { type Context, transact } from '#server/context.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { NotFound } from '#server/errors.ts'
import { setAlertStatus } from '#server/monitor/alerts/change/set-status.ts'
import { alertById } from '#server/monitor/alerts/find.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { hashSecret, makeSecret } from '#server/platform/text/secret.ts'
import type { StreamReply } from '#server/slice.ts'
import { linkPage } from './link-page.ts'
import { factLines, pageFactsOf } from './page-facts.ts'

/** The answers to a page, as they stand in the addresses of its links. */
export type PageAnswer = 'acknowledge' | 'resolve'

/** Pages are answered within hours; a link in an old mail must not change an incident that was triggered again. */
const validDays = 3

const answers = {
  acknowledge: { status: 'ACKNOWLEDGED', column: 'acknowledgedAt', verb: 'Acknowledge', done: 'acknowledged' },
  resolve: { status: 'RESOLVED', column: 'resolvedAt', verb: 'Resolve', done: 'resolved' },
} as const

interface PagedUser {
  readonly userId: number
  readonly issuableId: number
}

/** The addresses with which the recipient of a page answers it without signing in. */
export interface PageLinks {
  readonly acknowledge: string
  readonly resolve: string
  /** The part of the addresses that nobody else may see. */
  readonly key: string
}

/** Make the links of pages, in their order; null for people who may not answer: they are shown how to open it alone. */
export async function makePageLinks(ctx: Context, pages: readonly PagedUser[]): Promise<readonly (PageLinks | null)[]> {
  const made = pages.map(page => ({ ...page, key: makeSecret() }))
  const rows = made.map(({ userId, issuableId, key }) => ({
    ...{ user_id: userId, issuable_id: issuableId, hash: hashSecret(key).toString('hex') },
  }))
  const stored = await sql<{ hash: string }>`insert into page_links (key_hash, issuable_id, user_id, created_at)
    select decode(g.hash, 'hex'), g.issuable_id, g.user_id, ${ctx.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(hash text, issuable_id bigint, user_id bigint)
      join users u on u.id = g.user_id join issuables i on i.id = g.issuable_id join namespaces n on n.id = i.namespace_id
    where u.is_admin or access_level_of(u.id, n.ancestor_ids) >= ${levelSql('developer')}
    returning encode(key_hash, 'hex') as hash`.execute(ctx.db)
  const usable = new Set(stored.rows.map(row => row.hash))
  return made.map(({ key }) => {
    if (!usable.has(hashSecret(key).toString('hex'))) return null
    const base = `${ctx.services.settings.externalUrl}/-/sent_notifications/${key}`
    return { acknowledge: `${base}/acknowledge`, resolve: `${base}/resolve`, key }
  })
}

/**
 * The page behind a link. It changes nothing: programs that look where links lead answer no pages. Like the mail, it shows the facts
 * to decide by, to people who may still read them.
 *
 * @throws NotFound  no such key
 */
export async function askToAnswer(ctx: Context, key: string, answer: PageAnswer): Promise<StreamReply> {
  const link = await linkOf(ctx, key)
  const { verb } = answers[answer]
  const spent = spentPage(ctx, link, answer)
  if (spent !== null) return spent
  return linkPage(
    `${verb} ${subjectOf(link)}?`,
    `${await factsOf(ctx, link)}<form method="post"><button>${verb}</button></form>${openLink(ctx, link)}`,
  )
}

/** The title and facts of an incident or alert, as HTML. */
async function factsOf(
  ctx: Context,
  { mayRead, issuableId, title, projectFullName, alerts }: PageLink,
): Promise<string> {
  const facts = mayRead ? (await pageFactsOf(ctx, [issuableId])).get(issuableId) : undefined
  if (facts === undefined) return ''
  const lines = [
    ...factLines(facts, { projectFullName }),
    ...(alerts === 0 ? [] : [['Alerts', String(alerts)] as const]),
  ]
  const rows = lines.map(([name, text]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd>`)
  return `<p class="title">${escapeHtml(title)}</p><dl>${rows.join('')}</dl>`
}

/**
 * Acknowledge or resolve an incident or alert in the name of the person who was paged. A second call changes nothing.
 *
 * @throws NotFound  no such key
 */
export async function answerPage(ctx: Context, key: string, answer: PageAnswer): Promise<StreamReply> {
  const link = await linkOf(ctx, key)
  const spent = spentPage(ctx, link, answer)
  if (spent !== null) return spent
  const { column, done } = answers[answer]
  const subject = subjectOf(link)
  const { userId: id, username, name, isExternal, isAdmin } = link
  // The change, its event and the note in the history are those of the person who was paged.
  return transact({ ...ctx, actor: { kind: 'user', id, username, name, isAdmin, isExternal } }, async inner => {
    // Another person may be resolving it.
    await sql`select 1 from issuables where id = ${link.issuableId} for no key update`.execute(inner.db)
    const setStatus = await statusSetter(inner, link)
    if (setStatus === null)
      return linkPage(
        `You cannot ${answer} ${subject}`,
        `<p>You need at least the Developer role in its project.</p>${openLink(ctx, link)}`,
        403,
      )
    const { numUpdatedRows } = await inner.db
      .updateTable('pageLinks')
      .set({ [column]: ctx.now })
      .where('keyHash', '=', hashSecret(key))
      .where(column, 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return alreadyUsed(ctx, link, answer)
    await setStatus(answer)
    return linkPage(`You ${done} ${subject}`, openLink(ctx, link))
  })
}

/** @returns null if the person who was paged may not change the status, or no longer */
async function statusSetter(
  ctx: Context,
  { type, issuableId }: PageLink,
): Promise<((answer: PageAnswer) => Promise<unknown>) | null> {
  const { rows } = await sql<{ status: string }>`
    select coalesce(escalation_status, 'TRIGGERED') as status from issuables where id = ${issuableId}`.execute(ctx.db)
  const status = rows[0]?.status
  // It may be resolved already, and must not be open again.
  const isWanted = (answer: PageAnswer) => answer === 'resolve' || status === 'TRIGGERED'
  if (type === 'alert') {
    const alert = await loadIfAllowed(ctx, 'issuable:escalate', alertById, { id: issuableId })
    return alert && (async answer => isWanted(answer) && setAlertStatus(ctx, alert, answers[answer].status))
  }
  const incident = await loadIfAllowed(ctx, 'issuable:escalate', issueById, { issueId: issuableId })
  return (
    incident &&
    (async answer => isWanted(answer) && changeIssuable(ctx, incident, { escalationStatus: answers[answer].status }))
  )
}

/** Links are forgotten some days after they have stopped working. */
export async function purgePageLinks(db: Db): Promise<void> {
  await sql`delete from page_links where created_at < now() - make_interval(days => ${validDays * 2})`.execute(db)
}

interface PageLink extends PagedUser {
  readonly username: string
  readonly name: string
  readonly isExternal: boolean
  readonly isAdmin: boolean
  readonly iid: number
  readonly type: string
  /** Those who may no longer read it do not learn where it is now. */
  readonly mayRead: boolean
  readonly namespacePath: string
  readonly projectFullName: string
  readonly title: string
  /** The alerts of an incident. */
  readonly alerts: number
  readonly isExpired: boolean
  readonly acknowledgedAt: string | null
  readonly resolvedAt: string | null
}

async function linkOf(ctx: Context, key: string): Promise<PageLink> {
  const { rows } = await sql<PageLink>`
    select l.issuable_id, l.user_id, l.acknowledged_at, l.resolved_at,
      l.created_at < ${ctx.now}::timestamptz - make_interval(days => ${validDays}) as is_expired,
      u.username, u.name, u.is_external, u.is_admin, i.iid, i.type, i.title, n.full_path as namespace_path, n.full_name as project_full_name,
      (select count(*) from alerts al where al.incident_id = i.id) as alerts,
      ${mayReadIssuable('u', 'i', 'n')} as may_read
    from page_links l join users u on u.id = l.user_id and u.state = 'active' join issuables i on i.id = l.issuable_id
      join namespaces n on n.id = i.namespace_id
    where l.key_hash = ${hashSecret(key)} and i.type in ('incident', 'alert')`.execute(ctx.db)
  const [link] = rows
  if (link === undefined) throw new NotFound()
  return link
}

/** The page of a link that no longer works; null for one that does. */
function spentPage(ctx: Context, link: PageLink, answer: PageAnswer): StreamReply | null {
  if (link[answers[answer].column] !== null) return alreadyUsed(ctx, link, answer)
  if (link.isExpired)
    return linkPage(
      'This link has expired',
      `<p>Links in emails work for ${validDays} days.</p>${openLink(ctx, link)}`,
      410,
    )
  return null
}

const alreadyUsed = (ctx: Context, link: PageLink, answer: PageAnswer): StreamReply =>
  linkPage(`You have already ${answers[answer].done} ${subjectOf(link)}`, openLink(ctx, link))

const subjectOf = ({ type, iid }: PageLink): string => `the ${kindWord(type)} ${referenceOf(type, iid)}`

const openLink = (ctx: Context, { type, iid, namespacePath, mayRead }: PageLink): string =>
  !mayRead
    ? ''
    : `<p><a href="${escapeHtml(`${siteBase(ctx)}${pagePath(issuableKindOf(type), namespacePath, iid)}`)}">Open the ${kindWord(type)}</a></p>`
