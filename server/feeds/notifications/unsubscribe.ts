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
 * The page behind the link in a mail. It changes nothing: programs that look where links lead end no mails.
 *
 * @throws NotFound  no such key
 */
export async function askToUnsubscribe(ctx: Context, key: string): Promise<StreamReply> {
  const sent = await sentBy(ctx, key)
  return page(
    ctx,
    `Stop mails about #${sent.iid}?`,
    `<p>You will still hear of it when somebody mentions you.</p>
<form method="post"><button>Unsubscribe from #${sent.iid}</button></form>`,
  )
}

/**
 * End the mails about an issuable for whom a mail was sent to. Who has the key need not be signed in, and learns no more
 * than the number of the issuable. Once is as good as twice.
 *
 * @throws NotFound  no such key
 * @source RFC 8058
 */
export async function unsubscribe(ctx: Context, key: string): Promise<StreamReply> {
  const sent = await sentBy(ctx, key)
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
  return page(
    ctx,
    `You are unsubscribed from #${sent.iid}`,
    '<p>No more mails about it come to you, unless somebody mentions you.</p>',
  )
}

async function sentBy(ctx: Context, key: string): Promise<Sent> {
  const { rows } = await sql<Sent>`
    select u.id as user_id, u.username, u.name, u.is_external, i.id as issuable_id, i.namespace_id, i.iid
    from sent_notifications s join users u on u.id = s.user_id join issuables i on i.id = s.issuable_id where s.key = ${key}`.execute(
    ctx.db,
  )
  const sent = rows[0]
  if (sent === undefined) throw new NotFound()
  return sent
}

const sheet = `:root{color-scheme:light dark;--ink:#1b1f24;--soft:#59636e;--ground:#f3f4f6;--card:#fff;--line:#dfe2e7;--accent:#2457d6}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a3abb5;--ground:#14161a;--card:#1d2026;--line:#33383f;--accent:#3d68de}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--ground);color:var(--ink);font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
main{box-sizing:border-box;width:min(28rem,100vw - 2rem);padding:2rem;border:1px solid var(--line);border-radius:12px;background:var(--card)}
h1{margin:0 0 .5rem;font-size:1.25rem;line-height:1.3}p{margin:0 0 1.25rem;color:var(--soft)}p:last-child{margin:0}form{margin:0 0 1.25rem}
button{padding:.6rem 1.1rem;border:0;border-radius:8px;background:var(--accent);color:#fff;font:inherit;font-weight:600;cursor:pointer}
button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}a{color:inherit}`

function page(ctx: Context, title: string, body: string): StreamReply {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${sheet}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}
<p><a href="${escapeHtml(`${siteBase(ctx)}/-/user_settings/notifications`)}">Choose what you hear of</a></p></main></body></html>`
  return new StreamReply(Buffer.from(html), {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
}
