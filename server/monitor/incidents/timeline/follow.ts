import { sql } from 'kysely'
import { codeSpan } from '#contract/discuss/markdown-code.ts'
import { referenceOf } from '#contract/issuable-kinds.ts'
import { mayReadIssuable } from '#server/access/readers.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import type { AttributeChange } from '#server/plan/issuables/events.ts'
import type { EventPayloads } from '#server/platform/events/events.ts'
import { on } from '#server/slice.ts'
import {
  type AutomaticEvent,
  announce,
  incidentOf,
  openIncidents,
  type TimelineOwner,
  writeOn,
  writeOnEach,
} from './automatic.ts'

/** The timeline of an incident writes itself, in the transactions of what happens. @source product-rules.md 15 */
export const timelineFollowers = [
  on(
    'issue.created',
    (ctx, { payload: { issueId } }) => write(ctx, issueId, created),
    ({ isIncident }) => isIncident === true,
  ),
  on(
    'issuable.changed',
    (ctx, { payload: { issuableId, changes } }) => write(ctx, issuableId, ...changes.flatMap(eventOf)),
    ({ isIncident, changes }) => isIncident === true && changes.some(change => eventOf(change).length > 0),
  ),
  on(
    'issue.closed',
    (ctx, { payload: { issueId, via } }) =>
      write(ctx, issueId, {
        action: 'issue-close',
        note: via === undefined ? 'closed the incident' : `closed the incident via ${via}`,
      }),
    // A successor has the timeline of an incident that was moved.
    ({ isIncident }) => isIncident === true,
  ),
  on(
    'issue.reopened',
    (ctx, { payload: { issueId } }) => write(ctx, issueId, { action: 'issues', note: 'reopened the incident' }),
    ({ isIncident }) => isIncident === true,
  ),
  on('alert.incident_changed', async (ctx, { payload: { alertId, incidentId } }) => {
    if (incidentId === null) return
    const { rows } = await sql<{ iid: number }>`select iid from issuables where id = ${alertId}`.execute(ctx.db)
    const [alert] = rows
    if (alert === undefined) return
    await write(ctx, incidentId, {
      ...{ action: 'link', audience: 'alerts', sourceId: alertId },
      note: `linked alert ${referenceOf('alert', alert.iid)}`,
    })
  }),
  on(
    'escalation.paged',
    (ctx, { payload }) => writePaged(ctx, payload),
    ({ type }) => type === 'incident',
  ),
  on(
    'deployment.changed',
    (ctx, { payload: { deploymentId }, namespaceId }) => writeDeployed(ctx, namespaceId, deploymentId),
    ({ status }) => status === 'success' || status === 'failed',
  ),
  on('feature_flag.updated', async (ctx, { payload: { changeId }, namespaceId }) => {
    const { rows } = await sql<{ name: string; was: boolean; is: boolean }>`
      select after->>'name' as name, (before->>'active')::boolean as was, (after->>'active')::boolean as is
      from feature_flag_changes where id = ${changeId}`.execute(ctx.db)
    const [change] = rows
    if (change === undefined) return
    const verb = change.was === change.is ? 'changed' : change.is ? 'turned on' : 'turned off'
    await writeFlag(ctx, namespaceId, verb, change.name)
  }),
  on('feature_flag.deleted', (ctx, { payload: { name }, namespaceId }) => writeFlag(ctx, namespaceId, 'deleted', name)),
  on('issue.commit_mentioned', async (ctx, { payload: { issueId, commitId, projectId }, namespaceId }) => {
    // Whether a reader has access to the code of another project cannot be told from the incident.
    if (projectId === namespaceId)
      await write(ctx, issueId, { action: 'commit', audience: 'code', note: `mentioned in commit ${commitId}` })
  }),
  on(
    'merge_request.created',
    (ctx, { payload: { issuableId, named } }) => writeMentioned(ctx, issuableId, named.issuableIds),
    ({ named }) => named.issuableIds.length > 0,
  ),
  on(
    'issuable.changed',
    (ctx, { payload: { issuableId, named } }) => writeMentioned(ctx, issuableId, named?.issuableIds ?? []),
    ({ isIncident, named }) => isIncident !== true && named !== undefined && named.issuableIds.length > 0,
  ),
  on('issue.moved', (ctx, { payload }) => takeAlong(ctx, payload)),
]

const created: AutomaticEvent = { action: 'issues', note: 'created the incident', tag: 'Start time' }

/** The statuses at which an incident is at one of the points that the tags of all projects name. */
const tagOfStatus: Readonly<Record<string, string>> = { ACKNOWLEDGED: 'Response initiated', RESOLVED: 'End time' }

/** The event of a change to an incident, in the words of its history. */
function eventOf({ attribute, to, note }: AttributeChange): readonly AutomaticEvent[] {
  if (note === null) return []
  const { text, action } = note
  switch (attribute) {
    case 'severity':
      return [{ action, note: text }]
    case 'labels':
      return [{ action, note: text }]
    case 'escalationStatus': {
      const tag = tagOfStatus[to ?? '']
      return [{ action, note: text, ...(tag !== undefined && { tag }) }]
    }
    default:
      return []
  }
}

async function write(ctx: Context, issueId: number, ...events: readonly AutomaticEvent[]): Promise<void> {
  const incident = await incidentOf(ctx, issueId)
  if (incident !== null) await writeOn(ctx, incident, events)
}

/** Write on all open incidents of a project, whose pages learn of it by this event. */
async function writeInProject(ctx: Context, projectId: number, event: AutomaticEvent): Promise<void> {
  const incidents = await openIncidents(ctx, projectId)
  await writeOnEach(ctx, incidents, [event])
  await announce(ctx, incidents)
}

/** The users that a page reaches, in the words of the history; readers who may not see the history do not see the event. */
async function writePaged(ctx: Context, { issueId, pages }: EventPayloads['escalation.paged']): Promise<void> {
  const { rows } = await sql<{ username: string }>`
    select distinct u.username from users u, issuables i join namespaces n on n.id = i.namespace_id
    where i.id = ${issueId} and u.id = any (${pages.map(({ userId }) => userId)}::bigint[]) and u.state = 'active'
      and ${mayReadIssuable('u', 'i', 'n')} order by u.username`.execute(ctx.db)
  const incident = await incidentOf(ctx, issueId)
  if (incident === null || rows.length === 0) return
  const people = rows.map(({ username }) => `@${username}`).join(', ')
  // A page by hand has no rule.
  const isByPolicy = pages.some(({ ruleId }) => ruleId !== 0)
  await writeOn(ctx, incident, [
    { action: 'bell', audience: 'planners', note: `paged ${people}${isByPolicy ? ' by the escalation policy' : ''}` },
  ])
  await announce(ctx, [incident])
}

async function writeDeployed(ctx: Context, projectId: number, deploymentId: number): Promise<void> {
  const { rows } = await sql<{ name: string; sha: string; ref: string; status: string }>`
    select e.name, d.sha, d.ref, d.status from deployments d join environments e on e.id = d.environment_id
    where d.id = ${deploymentId} and e.tier = 'production'`.execute(ctx.db)
  const [deployment] = rows
  if (deployment === undefined) return
  const { name, sha, ref, status } = deployment
  const what = `${codeSpan(ref)} at ${codeSpan(sha.slice(0, 8))}`
  await writeInProject(ctx, projectId, {
    ...{ action: 'deployments', audience: 'environments' },
    note:
      status === 'success' ? `deployed ${what} to ${codeSpan(name)}` : `failed to deploy ${what} to ${codeSpan(name)}`,
  })
}

const writeFlag = (ctx: Context, projectId: number, verb: string, name: string): Promise<void> =>
  writeInProject(ctx, projectId, {
    ...{ action: 'feature-flag', audience: 'feature_flags' },
    note: `${verb} the feature flag ${codeSpan(name)}`,
  })

/** A merge request that names incidents is written on their timelines once. */
async function writeMentioned(ctx: Context, sourceId: number, issueIds: readonly number[]): Promise<void> {
  const { rows } = await sql<TimelineOwner & { readonly reference: string }>`
    select i.id, i.namespace_id, n.full_path as namespace_path, n.ancestor_ids,
      case when s.namespace_id = i.namespace_id then '' else sn.full_path end || '!' || s.iid as reference
    from issuables i join namespaces n on n.id = i.namespace_id, issuables s join namespaces sn on sn.id = s.namespace_id
    where i.id = any (${[...issueIds]}::bigint[]) and i.type = 'incident' and s.id = ${sourceId} and s.type = 'merge_request'
      and ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })}
      and not exists (select 1 from timeline_events e where e.source_id = s.id and e.issuable_id = i.id)
    order by i.id limit 100`.execute(ctx.db)
  for (const incidents of Map.groupBy(rows, row => row.namespaceId).values())
    await writeOnEach(ctx, incidents, [
      { action: 'merge-request', sourceId, note: `mentioned in merge request ${incidents[0]?.reference}` },
    ])
  await announce(ctx, rows)
}

/** The successor of a moved incident goes on with its timeline, and with the tags that its events have. */
async function takeAlong(ctx: Context, { issueId, toId }: EventPayloads['issue.moved']): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update timeline_events e set issuable_id = i.id, namespace_id = i.namespace_id from issuables i
    where e.issuable_id = ${issueId} and i.id = ${toId}`.execute(ctx.db)
  if (numAffectedRows === 0n) return
  await sql`
    insert into timeline_event_tags (namespace_id, name)
    select distinct i.namespace_id, t.name from issuables i join timeline_events e on e.issuable_id = i.id
      join timeline_event_tag_links l on l.event_id = e.id join timeline_event_tags t on t.id = l.tag_id
    where i.id = ${toId} and t.namespace_id is not null on conflict do nothing`.execute(ctx.db)
  await sql`
    update timeline_event_tag_links l set tag_id = mine.id from timeline_events e, timeline_event_tags t, timeline_event_tags mine
    where e.id = l.event_id and e.issuable_id = ${toId} and t.id = l.tag_id and t.namespace_id <> e.namespace_id
      and mine.namespace_id = e.namespace_id and lower(mine.name) = lower(t.name)`.execute(ctx.db)
}
