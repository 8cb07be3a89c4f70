import { sql } from 'kysely'
import type { Publication } from '#contract/plan/incidents/publications.ts'
import { statusLimits } from '#contract/plan/incidents/status-words.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { object } from '#server/platform/sql/shape.ts'
import type { Current } from '#server/slice.ts'

/** The public texts of an incident; a suggestion for one that is not published. */
export async function showPublication(
  ctx: Context,
  incident: Allowed<'issuable:publish', IssuableRow>,
): Promise<Publication> {
  const impact = { componentId: sql`im.component_id`, impact: sql`im.impact` }
  const update = {
    ...{ id: sql`u.id`, status: sql`u.status`, message: sql`u.message` },
    createdAt: sql`iso(u.created_at)`,
  }
  const { rows } = await sql<Omit<Publication, 'title'> & { title: string | null }>`
    select pi.issuable_id is not null as is_published, pi.title,
      iso(coalesce(pi.started_at, i.created_at)) as started_at, iso(pi.resolved_at) as resolved_at,
      (select coalesce(json_agg(${object(impact)} order by im.component_id), '[]') from (
        select distinct on (component_id) component_id, impact from published_impacts where issuable_id = i.id
        order by component_id, id desc) im) as components,
      (select coalesce(json_agg(${object(update)} order by u.created_at desc, u.id desc), '[]')
        from published_updates u where u.issuable_id = i.id) as updates,
      (select coalesce(json_agg(${object({ id: sql`c.id`, name: sql`c.name`, heading: sql`c.heading` })} order by c.position, c.id), '[]')
        from status_components c where c.namespace_id = i.namespace_id) as choices
    from issuables i left join published_incidents pi on pi.issuable_id = i.id where i.id = ${incident.id}`.execute(
    ctx.db,
  )
  const [row] = rows
  if (row === undefined) throw new RangeError('a loaded incident has a row')
  return { ...row, title: row.title ?? (await suggestedTitle(ctx, incident.id)) }
}

/** The title of an incident for the public; empty where monitoring tools wrote it, as it holds raw facts. */
export async function suggestedTitle(ctx: Context, issueId: number): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select left(i.title, ${sql.lit(statusLimits.title)}) as title from issuables i join users u on u.id = i.author_id
    where i.id = ${issueId} and not u.is_bot and not exists (select 1 from alerts al where al.incident_id = i.id)
      and not exists (select 1 from tracked_errors te where te.issue_id = i.id)`.execute(ctx.db)
  return rows[0]?.title ?? ''
}

/** The title and the start as they are, held until the transaction ends. */
export async function currentPublication(ctx: Context, issueId: number): Promise<Current> {
  const { rows } = await sql<{ title: string; startedAt: string }>`
    select title, iso(started_at) as started_at from published_incidents where issuable_id = ${issueId} for no key update`.execute(
    ctx.db,
  )
  return rows[0]
}

/** An update as it is, held until the transaction ends. */
export async function currentUpdate(ctx: Context, issueId: number, updateId: number): Promise<Current> {
  const { rows } = await sql<{ message: string; status: string }>`select message, status from published_updates
    where id = ${updateId} and issuable_id = ${issueId} for no key update`.execute(ctx.db)
  return rows[0]
}
