import { sql } from 'kysely'
import { type Context, transact } from '#server/context.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { setSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { NotFound, Unchanged } from '#server/errors.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import { StreamReply } from '#server/slice.ts'

interface Sent {
  readonly userId: number
  readonly username: string
  readonly name: string
  readonly isExternal: boolean
  readonly issuableId: number
  readonly namespaceId: number
  readonly iid: number
}

/**
 * End the mails about an issuable for whom a mail was sent to. Who has the key need not be signed in, and learns no more
 * than the number of the issuable.
 *
 * @throws NotFound  no such key
 */
export async function unsubscribe(ctx: Context, key: string, force: boolean): Promise<StreamReply> {
  const { rows } = await sql<Sent>`
    select u.id as user_id, u.username, u.name, u.is_external, i.id as issuable_id, i.namespace_id, i.iid
    from sent_notifications s join users u on u.id = s.user_id join issuables i on i.id = s.issuable_id where s.key = ${key}`.execute(
    ctx.db,
  )
  const sent = rows[0]
  if (sent === undefined) throw new NotFound()
  if (!force) {
    const href = `${siteBase(ctx)}/-/sent_notifications/${key}/unsubscribe?force=true`
    return page(
      `Stop mails about #${sent.iid}?`,
      `<p>You will hear of it again when somebody mentions you.</p><p><a href="${escapeHtml(href)}">Unsubscribe from #${sent.iid}</a></p>`,
    )
  }
  const actor = {
    kind: 'user',
    id: sent.userId,
    username: sent.username,
    name: sent.name,
    isAdmin: false,
    isExternal: sent.isExternal,
  } as const
  try {
    await transact({ ...ctx, actor }, inner =>
      setSubscription(inner, { id: sent.issuableId, namespaceId: sent.namespaceId }, false),
    )
  } catch (error) {
    // The link was used before.
    if (!(error instanceof Unchanged)) throw error
  }
  return page(`You are unsubscribed from #${sent.iid}`, '<p>You will hear of it again when somebody mentions you.</p>')
}

function page(title: string, body: string): StreamReply {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
  return new StreamReply(Buffer.from(html), {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
}
