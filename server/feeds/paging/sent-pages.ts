import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { SentPage } from '#contract/feeds/paging.ts'
import { issuableKindOf, pagePath, referenceOf } from '#contract/issuable-kinds.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { type UserBasicJson, userBasicJson, userOfJson } from '#server/foundation/users/present.ts'
import { messages } from './messages.ts'

type Page = Static<typeof SentPage>

interface PageRow extends Omit<Page, 'path' | 'reference' | 'user'> {
  readonly user: UserBasicJson
  readonly type: string
  readonly iid: number
  readonly projectPath: string
}

const mostPages = 50
/** Messages that are looked at for them. */
const mostMessages = 1000

/** The latest pages of a project about incidents and alerts that the actor can see, the newest first. */
export async function sentPages(ctx: Context, projectId: number): Promise<readonly Page[]> {
  const { rows } = await sql<PageRow>`
    with latest as materialized (select d.* from page_deliveries d where d.namespace_id = ${projectId} order by d.id desc limit ${mostMessages}),
    pages as (select min(d.id) as id, d.issuable_id, d.user_id, min(d.created_at) as paged_at,
        json_agg(json_build_object('channel', d.channel, 'isHeld', d.is_held,
          'state', case when d.state = 'sent' and m.id is not null and m.sent_at is null then case when m.failure is null then 'queued' else 'failed' end
            else d.state end,
          'at', iso(coalesce(m.sent_at, d.ended_at, d.next_attempt_at)),
          'failure', case when m.failure is not null and m.sent_at is null then ${messages.mailFailed} else d.failure end) order by d.minutes, d.id) as messages
      from latest d left join mails m on m.id = d.mail_id group by d.issuable_id, d.user_id, d.part)
    select p.id, ${userBasicJson(ctx.services.settings, 'u')} as user, i.type, i.iid, i.title, n.full_path as project_path,
      iso(p.paged_at) as paged_at, p.messages
    from pages p join users u on u.id = p.user_id join issuables i on i.id = p.issuable_id join namespaces n on n.id = i.namespace_id
    where ${visibleIssuables(ctx.actor, 'i')} order by p.id desc limit ${mostPages}`.execute(ctx.db)
  return rows.map(({ type, iid, projectPath, user, ...page }) => ({
    ...page,
    user: userOfJson(user),
    path: pagePath(issuableKindOf(type), projectPath, iid),
    reference: referenceOf(type, iid),
  }))
}
