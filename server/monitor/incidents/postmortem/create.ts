import { sql } from 'kysely'
import { pagePath } from '#contract/issuable-kinds.ts'
import { choiceOf } from '#contract/plan/attributes/plain-attributes.ts'
import { type Allowed, load } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { Conflict } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type IssuableRow, issueById } from '#server/plan/issuables/find.ts'
import { readersAmong } from '#server/plan/issuables/readers-among.ts'
import { createIssue } from '#server/plan/issues/create.ts'
import { linkIssues } from '#server/plan/links/link.ts'
import { messages } from '../messages.ts'
import { postmortemText } from './text.ts'

/** The events that a postmortem lists. */
const mostEvents = 200

/**
 * Create the postmortem of an incident: an issue of its project that is linked to it, as confidential as it is. It lists what all readers
 * of the incident see of its timeline.
 *
 * @throws Conflict  the incident has one, or is not resolved
 */
export async function createPostmortem(ctx: Context, incident: Allowed<'issuable:set-metadata', IssuableRow>) {
  const facts = await lockFacts(ctx, incident.id)
  if (facts.hasPostmortem) throw new Conflict(messages.hasPostmortem)
  if (!facts.isOver) throw new Conflict(messages.notOver)
  const project = await load(ctx, 'project:create-issue', projectByRef, { id: incident.namespaceId })
  const { id, iid } = await createIssue(
    ctx,
    project,
    {
      title: `Postmortem: ${incident.title}`.slice(0, 255),
      description: postmortemText({
        ...facts,
        reference: `#${incident.iid}`,
        severity: choiceOf('severity', facts.severity)?.label ?? facts.severity,
      }),
      confidential: incident.confidential,
    },
    // The texts of others notify no one again, and run no quick actions.
    { isFromOutside: true },
  )
  await sql`insert into incident_postmortems (incident_id, issue_id, created_at) values (${incident.id}, ${id}, ${ctx.now}::timestamptz)`.execute(
    ctx.db,
  )
  const linkable = await load(ctx, 'issuable:link', issueById, { issueId: incident.id })
  await linkIssues(ctx, linkable, [await load(ctx, 'issuable:link', issueById, { issueId: id })], 'relates_to')
  await ctx.events.record(
    'incident.postmortem_created',
    { issueId: incident.id, postmortemId: id },
    { namespaceId: incident.namespaceId, topics: topicsOfIssuable(incident) },
  )
  return { iid, webPath: pagePath('issue', incident.namespacePath, iid) }
}

interface FactsRow {
  readonly severity: string
  readonly isOver: boolean
  readonly hasPostmortem: boolean
  readonly startedAt: string
  readonly endedAt: string
  readonly commander: string | null
  readonly participants: readonly string[]
  readonly events: readonly { readonly occurredAt: string; readonly author: string | null; readonly note: string }[]
}

async function lockFacts(ctx: Context, id: number): Promise<FactsRow> {
  await sql`select 1 from issuables where id = ${id} for no key update`.execute(ctx.db)
  const tagged = (tag: string, order: 'asc' | 'desc') => sql`(select e.occurred_at from timeline_events e
    join timeline_event_tag_links l on l.event_id = e.id join timeline_event_tags t on t.id = l.tag_id
    where e.issuable_id = i.id and t.namespace_id is null and t.name = ${tag} order by e.occurred_at ${sql.raw(order)} limit 1)`
  const { rows } = await sql<FactsRow>`
    select coalesce(i.severity, 'UNKNOWN') as severity, i.state = 'closed' or i.escalation_status in ('RESOLVED', 'IGNORED') as is_over,
      exists (select 1 from incident_postmortems p where p.incident_id = i.id) as has_postmortem,
      iso(coalesce(${tagged('Start time', 'asc')}, i.created_at)) as started_at,
      iso(coalesce(${tagged('End time', 'desc')}, i.closed_at, ${ctx.now}::timestamptz)) as ended_at,
      (select u.name from incident_roles r join users u on u.id = r.user_id where r.incident_id = i.id and r.role = 'commander') as commander,
      (select coalesce(json_agg(r.name order by r.name), '[]') from (${readersAmong('i', 'n', false)}) r where not r.is_bot) as participants,
      (select coalesce(json_agg(json_build_object('occurredAt', iso(e.occurred_at), 'author', e.author, 'note', e.note) order by e.occurred_at, e.id), '[]')
        from (select e.id, e.occurred_at, e.note, case when not e.is_editable then u.name end as author
          from timeline_events e left join users u on u.id = e.author_id
          where e.issuable_id = i.id and e.audience = 'readers' and e.source_id is null order by e.occurred_at desc, e.id desc limit ${mostEvents}) e) as events
    from issuables i join namespaces n on n.id = i.namespace_id where i.id = ${id}`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) throw new Error(`no incident ${id} for ${userIdOf(ctx)}`)
  return found
}
