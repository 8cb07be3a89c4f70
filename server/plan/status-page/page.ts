import { sql } from 'kysely'
import {
  maxPublishedCharacters,
  maxPublishedComments,
  type PublishedIncident,
  publishingReaction,
  statusPageSize,
} from '#contract/plan/incidents/status-page.ts'
import { levelSql } from '#server/access/levels.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { namespaceIs } from '#server/foundation/namespaces/find.ts'
import { hasStatusPage, isPublished } from '#server/plan/issuables/published.ts'
import { withoutFiles, withoutReferences } from '#server/platform/markdown/redact.ts'
import { object } from '#server/platform/sql/shape.ts'

interface StatusPageInput {
  readonly namespace: string
  readonly page?: number
}

/**
 * The incidents that everyone may read, the same for each reader: two statements. References are shown as they were
 * typed, as their links name projects, people and titles that a visitor may not know of. Files of a project that is not
 * public are left out.
 *
 * @throws NotFound  no such project, or it has no status page
 */
export const showStatusPage = async (ctx: Context, input: StatusPageInput) => (await readStatusPage(ctx, input)).shown

/** The same, with the path of the project as it is spelled. */
export async function readStatusPage(ctx: Context, { namespace, page = 1 }: StatusPageInput) {
  const found = await sql<{ id: number; name: string; fullPath: string; isPublic: boolean }>`
    select n.id, n.name, n.full_path, n.visibility = 'public' as is_public from namespaces n join projects p on p.id = n.id
    where ${namespaceIs(namespace)} and n.marked_for_deletion_on is null and not n.pending_deletion and ${hasStatusPage('p')}`.execute(
    ctx.db,
  )
  const [project] = found.rows
  if (project === undefined) throw new NotFound('Status page')
  const { rows } = await sql<PublishedIncident>`
    select i.title, i.state, coalesce(i.severity, 'UNKNOWN') as severity, coalesce(i.escalation_status, 'TRIGGERED') as escalation_status,
      iso(i.created_at) as created_at, iso(i.closed_at) as closed_at, ${publishedComments} as comments,
      case when ${isTooLong} then '' else i.description_html end as description_html, ${isTooLong} as is_description_too_long
    from issuables i where i.namespace_id = ${project.id} and ${isPublished('i')}
    order by i.state desc, i.created_at desc, i.id desc
    limit ${statusPageSize + 1} offset ${(page - 1) * statusPageSize}`.execute(ctx.db)
  const published = (html: string) => {
    const text = withoutReferences(html)
    return project.isPublic ? text : withoutFiles(text)
  }
  const shown = {
    projectName: project.name,
    ...(await whatIsOn(ctx, project.id)),
    incidents: rows.slice(0, statusPageSize).map(incident => ({
      ...incident,
      descriptionHtml: published(incident.descriptionHtml),
      comments: incident.comments.map(comment => ({ ...comment, html: published(comment.html) })),
    })),
    hasNext: rows.length > statusPageSize,
  }
  return { shown, fullPath: project.fullPath }
}

/** Maintenance windows that the page announces, at most. */
const mostAnnounced = 20

interface Announced {
  readonly title: string
  readonly startsAt: string
  readonly endsAt: string
}

/** The number of open incidents, and the maintenance that the project announces. */
async function whatIsOn(ctx: Context, projectId: number) {
  const { rows } = await sql<{ openCount: number; maintenance: readonly Announced[] }>`
    select (select count(*)::integer from issuables i
        where i.namespace_id = ${projectId} and ${isPublished('i')} and i.state = 'opened') as open_count,
      (select coalesce(json_agg(${object({ title: sql`w.title`, startsAt: sql`iso(w.starts_at)`, endsAt: sql`iso(w.ends_at)` })}
          order by w.starts_at, w.id), '[]') from (
        select * from maintenance_windows where namespace_id = ${projectId} and is_published and ends_at > ${ctx.now}::timestamptz
        order by starts_at, id limit ${sql.lit(mostAnnounced)}) w) as maintenance`.execute(ctx.db)
  return rows[0] ?? { openCount: 0, maintenance: [] }
}

const isTooLong = sql`length(i.description_html) > ${sql.lit(maxPublishedCharacters)}`

/** The comments that a user who may publish has marked: any reader can react. Internal notes stay internal. */
const publishedComments = sql`(
  select coalesce(json_agg(${object({ html: sql`c.body_html`, createdAt: sql`iso(c.created_at)` })} order by c.created_at, c.id)
    filter (where c.characters <= ${sql.lit(maxPublishedCharacters)}), '[]')
  from (select n.id, n.body_html, n.created_at, sum(length(n.body_html)) over (order by n.created_at desc, n.id desc) as characters from notes n
    where n.issuable_id = i.id and not n.internal and not n.system and n.id in (
      select e.note_id from award_emoji e join users u on u.id = e.user_id join namespaces pn on pn.id = i.namespace_id
      where e.issuable_id = i.id and e.name = ${sql.lit(publishingReaction)} and e.note_id is not null and u.state = 'active'
        and (u.is_admin or access_level_of(u.id, pn.ancestor_ids) >= ${levelSql('developer')}))
    order by n.created_at desc, n.id desc limit ${sql.lit(maxPublishedComments)}) c)`
