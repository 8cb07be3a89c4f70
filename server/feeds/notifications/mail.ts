import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { type NewMail, queueMails } from '#server/foundation/mails/queue.ts'
import { redact, storedReferences } from '#server/platform/markdown/redact.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import { makeSecret } from '#server/platform/text/secret.ts'
import { reasonLine, typeTitle } from './messages.ts'
import type { Recipient } from './recipients.ts'

/** What a mail about an issuable shows. */
export interface MailMatter {
  readonly issuableId: number
  readonly noteId: number | null
  /** One sentence: "Ann commented:" */
  readonly lead: string
  /** Markdown and the HTML made of it; empty when the sentence says all. */
  readonly text: string
  readonly html: string
  /** Unique within the thread; the first mail of a thread has none. */
  readonly part: string | null
}

interface Shown {
  readonly iid: number
  readonly type: string
  readonly state: string
  readonly title: string
  readonly projectId: number
  readonly projectPath: string
  readonly projectName: string
  readonly discussionId: string | null
}

/** Write one mail to each recipient: text and HTML, threaded by issuable, with a link that stops them. */
export async function writeMails(ctx: Context, matter: MailMatter, recipients: readonly Recipient[]): Promise<void> {
  if (recipients.length === 0) return
  const { rows } =
    await sql<Shown>`select i.iid, i.type, i.state, i.title, n.id as project_id, n.full_path as project_path, n.name as project_name,
      (select discussion_id from notes where id = ${matter.noteId}::bigint) as discussion_id
    from issuables i join namespaces n on n.id = i.namespace_id where i.id = ${matter.issuableId}`.execute(ctx.db)
  const shown = rows[0]
  if (shown === undefined) return
  const html = await fitForAll(ctx, matter.html, shown.projectId)
  const keyed = recipients.map(recipient => ({ recipient, key: makeSecret() }))
  await ctx.db
    .insertInto('sentNotifications')
    .values(
      keyed.map(({ recipient, key }) => ({
        key,
        userId: recipient.userId,
        issuableId: matter.issuableId,
        noteId: matter.noteId,
        createdAt: ctx.now,
      })),
    )
    .execute()
  await queueMails(
    ctx,
    keyed.map(({ recipient, key }) => mailFor(ctx, matter, shown, html, recipient, key)),
  )
}

function mailFor(
  ctx: Context,
  matter: MailMatter,
  shown: Shown,
  html: string,
  recipient: Recipient,
  key: string,
): NewMail {
  const { externalUrl } = ctx.services.settings
  const { hostname } = new URL(externalUrl)
  const url = `${externalUrl}/${shown.projectPath}/-/issues/${shown.iid}${matter.noteId === null ? '' : `#note_${matter.noteId}`}`
  const stop = `${externalUrl}/-/sent_notifications/${key}/unsubscribe`
  const thread = `<issue_${matter.issuableId}@${hostname}>`
  const why = reasonLine(recipient.reason)
  const subject = `${shown.projectName} | ${shown.title} (#${shown.iid})`
  const word = typeTitle(shown.type)
  return {
    userId: recipient.userId,
    recipient: recipient.email,
    subject: matter.part === null ? subject : `Re: ${subject}`,
    text: [matter.lead, matter.text, `-- \n${why}\n${url}\nUnsubscribe: ${stop}`]
      .filter(part => part !== '')
      .join('\n\n'),
    html: page({ lead: matter.lead, html, why, url, stop }),
    headers: {
      'Message-ID': matter.part === null ? thread : `<issue_${matter.issuableId}_${matter.part}@${hostname}>`,
      ...(matter.part === null ? {} : { 'In-Reply-To': thread, References: thread }),
      'List-Id': `${shown.projectPath} <${shown.projectId}.${shown.projectPath.replaceAll('/', '.')}.${hostname}>`,
      'List-Unsubscribe': `<${stop}?force=true>`,
      'X-GitLab-Project': shown.projectName,
      'X-GitLab-Project-Id': String(shown.projectId),
      'X-GitLab-Project-Path': shown.projectPath,
      [`X-GitLab-${word.replaceAll(' ', '')}-ID`]: String(matter.issuableId),
      [`X-GitLab-${word.replaceAll(' ', '')}-IID`]: String(shown.iid),
      [`X-GitLab-${word.replaceAll(' ', '')}-State`]: shown.state,
      ...(shown.discussionId === null ? {} : { 'X-GitLab-Discussion-ID': shown.discussionId }),
      'X-GitLab-NotificationReason': recipient.reason ?? '',
      'X-GitLab-Reply-Key': key,
    },
  }
}

interface Parts {
  readonly lead: string
  readonly html: string
  readonly why: string
  readonly url: string
  readonly stop: string
}

// Mail programs know no style sheet of ours: what must look so says so itself.
function page({ lead, html, why, url, stop }: Parts): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;font:15px/1.5 -apple-system,'Segoe UI',Helvetica,Arial,sans-serif;color:#1f2328;background:#ffffff">
<div style="max-width:640px;margin:0 auto">
<p style="margin:0 0 16px">${escapeHtml(lead)}</p>
${html === '' ? '' : `<div style="margin:0 0 24px;padding:0 0 0 16px;border-left:3px solid #d0d7de">${html}</div>`}
<p style="margin:0 0 24px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:8px 16px;border-radius:6px;color:#ffffff;background:#2457d6;text-decoration:none">Open in Weft</a></p>
<p style="margin:0;color:#59636e;font-size:13px">${escapeHtml(why)} <a href="${escapeHtml(stop)}" style="color:#59636e">Unsubscribe</a></p>
</div></body></html>`
}

/** One text goes to many readers: what not every reader of the project may know of becomes what was typed. */
async function fitForAll(ctx: Context, html: string, projectId: number): Promise<string> {
  const ids = storedReferences(html).flatMap(each =>
    each.kind === 'issue' && /^\d{1,18}$/.test(each.id) ? [each.id] : [],
  )
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await sql<{
          id: string
        }>`select id::text as id from issuables where id = any (${ids}::bigint[]) and namespace_id = ${projectId}
          and not confidential and not hidden`.execute(ctx.db)
  const open = new Set(rows.map(row => row.id))
  const { origin } = new URL(ctx.services.settings.externalUrl)
  return redact(html, each => each.kind === 'issue' && open.has(each.id)).replace(
    /(<(?:a|img|video|audio)\b[^>]*?\s(?:href|src)=")(\/(?!\/))/g,
    (_all, before: string) => `${before}${origin}/`,
  )
}
