import { sql } from 'kysely'
import { releasePath } from '#contract/deploy/release-paths.ts'
import { mayOpenReleases } from '#server/access/readers.ts'
import { type Context, transact, userIdOrZero } from '#server/context.ts'
import type { NewMail } from '#server/foundation/mails/new-mail.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import { arrayOf, object } from '#server/platform/sql/shape.ts'
import { makeSecret } from '#server/platform/text/secret.ts'
import { later } from '#server/slice.ts'
import { htmlForMail } from './html.ts'
import { choseOwnActivity, effectiveLevel, occasions, sendsEmails, watchersOf } from './levels.ts'
import { listHeaders } from './mail.ts'
import { mailPage } from './mail-page.ts'
import { releaseReasonLine } from './messages.ts'
import { maxMailsPerDay, maxText, tooLong } from './write.ts'

interface MailedRelease {
  readonly id: number
  readonly tag: string
  readonly name: string
  readonly text: string
  readonly textHtml: string
  readonly isUpcoming: boolean
  readonly releasedAt: string
  readonly authorName: string | null
  readonly links: readonly { readonly name: string; readonly url: string; readonly filepath: string | null }[]
  readonly projectId: number
  readonly projectPath: string
  readonly projectName: string
  readonly projectFullName: string
}

interface ReleaseReader {
  readonly userId: number
  readonly email: string
  readonly isOwn: boolean
}

/** The number of mails that fit into the memory together. */
const readersAtOnce = 100

/**
 * A new release is mailed to those who watch its project or chose the event, and may open it.
 *
 * @source product rules section 11: `new_release`
 */
export const releaseMailFollowers = [
  later('release.created', async (ctx, { payload: { releaseId } }) => {
    const release = await mailedRelease(ctx, releaseId)
    if (release === null) return
    const html = await htmlOf(ctx, release)
    for (let written = readersAtOnce; written === readersAtOnce; )
      written = await transact(ctx, async inner => {
        const readers = await nextReaders(inner, release)
        await writeMails(inner, release, html, readers)
        return readers.length
      })
  }),
]

/** A release with the parts of its mail; null if it was deleted since. Milestones are left out: not everyone may read them. */
async function mailedRelease(ctx: Context, releaseId: number): Promise<MailedRelease | null> {
  const { rows } = await sql<MailedRelease>`
    select r.id, r.tag, r.name, r.released_at > ${ctx.now}::timestamptz as is_upcoming, iso(r.released_at) as released_at,
      case when length(r.description) <= ${maxText} then r.description else ${tooLong} end as text,
      case when length(r.description) <= ${maxText} then r.description_html else ${`<p>${tooLong}</p>`} end as text_html,
      ${arrayOf(
        object({ name: sql`l.name`, url: sql`l.url`, filepath: sql`l.filepath` }),
        sql`from release_links l where l.release_id = r.id`,
        sql`l.id`,
      )} as links,
      u.name as author_name, n.id as project_id, n.full_path as project_path, n.name as project_name, n.full_name as project_full_name
    from releases r join namespaces n on n.id = r.project_id left join users u on u.id = r.author_id
    where r.id = ${releaseId}`.execute(ctx.db)
  return rows[0] ?? null
}

/** The next readers who were not told yet. */
async function nextReaders(ctx: Context, { id, projectId }: MailedRelease): Promise<readonly ReleaseReader[]> {
  const { custom } = occasions.newRelease
  const actorId = userIdOrZero(ctx)
  const { rows } = await sql<ReleaseReader>`
    with places as materialized (select n.* from namespaces n where n.id = ${projectId} and ${sendsEmails('n')})
    select u.id as user_id, u.email, u.id = ${actorId} as is_own
    from (${watchersOf(sql`places`)}) w join places n on n.id = w.namespace_id join projects p on p.id = n.id
      join users u on u.id = w.user_id
      cross join lateral (${effectiveLevel(sql`u.id`, sql`n.ancestor_ids`)}) l
    where (u.id <> ${actorId} or ${choseOwnActivity(sql`u.id`)})
      and u.state = 'active' and not u.is_bot and u.confirmed_at is not null
      and (l.level = 'watch' or (l.level = 'custom' and coalesce((l.events ->> ${custom})::boolean, false)))
      and not exists (select 1 from notification_settings muted
        where muted.user_id = u.id and muted.namespace_id = n.id and muted.releases_muted)
      and not exists (select 1 from sent_notifications told where told.release_id = ${id} and told.user_id = u.id)
      and (select count(*) from (select 1 from sent_notifications sn left join issuables si on si.id = sn.issuable_id
        where sn.user_id = u.id and coalesce(sn.project_id, si.namespace_id) = n.id
          and sn.created_at > ${ctx.now}::timestamptz - interval '1 day' limit ${sql.lit(maxMailsPerDay)}) sent) < ${sql.lit(maxMailsPerDay)}
      and ${mayOpenReleases('u', 'n', 'p')}
    order by u.id limit ${readersAtOnce}`.execute(ctx.db)
  return rows
}

async function writeMails(
  ctx: Context,
  release: MailedRelease,
  html: string,
  readers: readonly ReleaseReader[],
): Promise<void> {
  if (readers.length === 0) return
  const keyed = readers.map(reader => ({ ...reader, key: makeSecret() }))
  await sql`insert into sent_notifications (key, user_id, project_id, release_id, created_at)
    select g.key, g.user_id, ${release.projectId}, ${release.id}, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(keyed.map(({ key, userId }) => ({ key, user_id: userId })))}::jsonb)
      as g(key text, user_id bigint)`.execute(ctx.db)
  await queueMails(
    ctx,
    keyed.map(reader => composeReleaseMail(ctx, release, html, reader)),
  )
}

/** The notes and the links, as a mail can hold them. */
async function htmlOf(ctx: Context, release: MailedRelease): Promise<string> {
  const { textHtml, projectId, links } = release
  const notes = (await htmlForMail(ctx, [{ html: textHtml, projectId }])).get(textHtml) ?? ''
  if (links.length === 0) return notes
  const items = links.map(
    link => `<li><a href="${escapeHtml(addressOfLink(ctx, release, link))}">${escapeHtml(link.name)}</a></li>`,
  )
  return `${notes}<p><strong>Assets</strong></p><ul>${items.join('')}</ul>`
}

const addressOfRelease = (ctx: Context, { projectPath, tag }: MailedRelease): string =>
  `${ctx.services.settings.externalUrl}${releasePath(projectPath, encodeURIComponent(tag))}`

const addressOfLink = (
  ctx: Context,
  release: MailedRelease,
  { url, filepath }: MailedRelease['links'][number],
): string => (filepath === null ? url : `${addressOfRelease(ctx, release)}/downloads${filepath}`)

function composeReleaseMail(
  ctx: Context,
  release: MailedRelease,
  html: string,
  { userId, email, isOwn, key }: ReleaseReader & { readonly key: string },
): NewMail {
  const { settings } = ctx.services
  const { tag, name, text, authorName, isUpcoming, links, projectName, projectFullName, projectPath } = release
  const url = addressOfRelease(ctx, release)
  const stop = `${settings.externalUrl}/-/sent_notifications/${key}/unsubscribe`
  const settingsUrl = `${settings.externalUrl}/-/user_settings/notifications`
  const domain = mailDomain(settings)
  const who = authorName ?? 'Someone'
  const day = release.releasedAt.slice(0, 10)
  const lead = isUpcoming ? `${who} announced release ${name} for ${day}.` : `${who} released ${name}.`
  const why = releaseReasonLine(isOwn)
  const files = links.map(link => `- ${link.name}: ${addressOfLink(ctx, release, link)}`)
  return {
    userId,
    recipient: email,
    ...(authorName !== null && { senderName: authorName }),
    subject: `${projectName} | New release: ${name === tag ? tag : `${name} (${tag})`}`,
    text: [
      lead,
      text,
      files.length === 0 ? '' : `Assets:\n${files.join('\n')}`,
      `-- \n${why}\n${url}\nUnsubscribe: ${stop}\nNotification settings: ${settingsUrl}`,
    ]
      .filter(part => part !== '')
      .join('\n\n'),
    html: mailPage({
      place: projectFullName,
      placeUrl: `${settings.externalUrl}/${projectPath}`,
      reference: tag,
      title: name,
      state: isUpcoming ? 'Upcoming release' : 'Release',
      url,
      entries: [{ lead, authorName, html, url }],
      canReply: false,
      why,
      stop,
      settingsUrl,
    }),
    headers: {
      'Message-ID': `<release_${release.id}@${domain}>`,
      ...listHeaders(release, domain, stop),
      'X-GitLab-Release-ID': String(release.id),
      'X-GitLab-NotificationReason': isOwn ? 'own_activity' : '',
    },
    secrets: [key],
  }
}
