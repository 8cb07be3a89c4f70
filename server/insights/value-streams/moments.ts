import { type RawBuilder, sql } from 'kysely'
import type { StageEvent } from '#contract/insights/stage-events.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** The events whose moments come from Git, and not from the rows of the database. */
const fromGit: readonly StageEvent[] = ['code_stage_start', 'merge_request_first_commit_at']

/** A select of the moments of one event for the items of `changed i`: `id`, `label_id` and `at`. */
type Moments = readonly [event: StageEvent, select: RawBuilder<unknown>]

const column = (name: string): RawBuilder<unknown> =>
  sql`select i.id, 0::bigint as label_id, i.${sql.ref(name)} as at from changed i`

/** The first of the system notes with an action whose details or text meet a condition. */
const firstNote = (action: string, condition: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> =>
  sql`select i.id, 0::bigint as label_id, min(n.created_at) as at from changed i join notes n on n.issuable_id = i.id
    where n.system and n.system_action = ${sql.lit(action)} and ${condition} group by i.id`

const isSet = sql`n.system_details->>'to' is not null`

/** Labels that were added are counted from the first time, those that were removed from the last one. */
const labelNotes = (change: 'added' | 'removed'): RawBuilder<unknown> => sql`select i.id, l.id::bigint as label_id,
    ${sql.raw(change === 'added' ? 'min' : 'max')}(n.created_at) as at
  from changed i join notes n on n.issuable_id = i.id cross join jsonb_array_elements_text(n.system_details->${sql.lit(change)}) l (id)
  where n.system and n.system_action = 'label' group by i.id, l.id`

const firstAssigned = sql`select i.id, 0::bigint as label_id, least(
    (select min(a.created_at) from issuable_assignees a where a.issuable_id = i.id),
    (select min(n.created_at) from notes n where n.issuable_id = i.id and n.system and n.system_action = 'assignee'
      and n.body ~ '(^|and )assigned to ')) as at
  from changed i`

const firstOnBoard = sql`select i.id, 0::bigint as label_id, min(n.created_at) as at from changed i join notes n on n.issuable_id = i.id
    cross join jsonb_array_elements_text(n.system_details->'added') l (id)
  where n.system and n.system_action = 'label' and exists (select 1 from board_lists bl join boards b on b.id = bl.board_id
    where bl.label_id = l.id::bigint and b.namespace_id = any (i.ancestor_ids))
  group by i.id`

const firstComment = sql`select i.id, 0::bigint as label_id, (select min(n.created_at) from notes n where n.issuable_id = i.id
    and not n.system and not n.internal and n.author_id <> i.author_id) as at
  from changed i`

/** Commits of other projects tell their readers nothing here. */
const ofOwnProject = sql`(n.system_details->>'commitProjectId')::bigint = i.namespace_id`

const toProduction = sql`deployment_merge_requests dm join deployments d on d.id = dm.deployment_id join environments e on e.id = d.environment_id`
const isInProduction = sql`not dm.is_removed and d.status = 'success' and e.tier = 'production'`

const planned = sql`select id, 0::bigint as label_id, min(at) as at from planned group by id`

const latestBuild = (name: string): RawBuilder<unknown> => sql`select i.id, 0::bigint as label_id,
    (select p.${sql.ref(name)} from pipelines p where p.namespace_id = mr.namespace_id and p.sha = mr.head_sha order by p.id desc limit 1) as at
  from changed i join merge_requests mr on mr.id = i.id`

const ofIssues: readonly Moments[] = [
  ['issue_created', column('created_at')],
  ['issue_closed', column('closed_at')],
  ['issue_last_edited', column('last_edited_at')],
  ['issue_first_assigned_at', firstAssigned],
  ['issue_first_commented_at', firstComment],
  ['issue_label_added', labelNotes('added')],
  ['issue_label_removed', labelNotes('removed')],
  ['issue_first_associated_with_milestone', firstNote('milestone', isSet)],
  ['issue_first_added_to_iteration', firstNote('iteration', isSet)],
  ['issue_first_added_to_board', firstOnBoard],
  ['plan_stage_start', planned],
  ['issue_stage_end', planned],
  ['issue_first_mentioned_in_commit', firstNote('cross_reference', ofOwnProject)],
  [
    'issue_deployed_to_production',
    sql`select i.id, 0::bigint as label_id, min(d.finished_at) as at from changed i
        join merge_request_closes_issues c on c.issue_id = i.id and c.namespace_id = i.namespace_id
        join ${toProduction} on dm.merge_request_id = c.merge_request_id
      where ${isInProduction} group by i.id`,
  ],
]

const ofMergeRequests: readonly Moments[] = [
  ['merge_request_created', column('created_at')],
  [
    'merge_request_closed',
    sql`select i.id, 0::bigint as label_id, i.closed_at as at from changed i where i.state = 'closed'`,
  ],
  ['merge_request_last_edited', column('last_edited_at')],
  [
    'merge_request_merged',
    sql`select i.id, 0::bigint as label_id, mr.merged_at as at from changed i join merge_requests mr on mr.id = i.id`,
  ],
  ['merge_request_first_assigned_at', firstAssigned],
  ['merge_request_first_commented_at', firstComment],
  [
    'merge_request_reviewer_first_assigned',
    sql`select i.id, 0::bigint as label_id, min(r.created_at) as at from changed i join merge_request_reviewers r on r.issuable_id = i.id group by i.id`,
  ],
  ['merge_request_label_added', labelNotes('added')],
  ['merge_request_label_removed', labelNotes('removed')],
  [
    'merge_request_last_approved_at',
    sql`select i.id, 0::bigint as label_id, max(a.created_at) as at from changed i join merge_request_approvals a on a.merge_request_id = i.id group by i.id`,
  ],
  ['merge_request_last_build_started', latestBuild('started_at')],
  ['merge_request_last_build_finished', latestBuild('finished_at')],
  [
    'merge_request_first_deployed_to_production',
    sql`select i.id, 0::bigint as label_id, min(d.finished_at) as at from changed i join ${toProduction} on dm.merge_request_id = i.id
      where ${isInProduction} group by i.id`,
  ],
]

const changedOf = (series: 'issue' | 'merge_request', ids: readonly number[]): RawBuilder<unknown> =>
  sql`changed as materialized (select i.id, i.namespace_id, i.author_id, i.state, i.created_at, i.closed_at, i.last_edited_at, n.ancestor_ids
    from issuables i join namespaces n on n.id = i.namespace_id
    where i.id = any (${[...ids]}::bigint[]) and i.series = ${sql.lit(series)}
      and not exists (select 1 from paused_aggregations pa where pa.namespace_id = any (n.ancestor_ids)))`

const union = (moments: readonly Moments[]): RawBuilder<unknown> =>
  sql.join(
    moments.map(
      ([event, select]) =>
        sql`select m.id, ${sql.lit(event)} as event, m.label_id, m.at from (${select}) m where m.at is not null`,
    ),
    sql` union all `,
  )

const store = (found: RawBuilder<unknown>): RawBuilder<unknown> => sql`found as materialized (${found}),
  gone as (delete from issuable_moments m using changed i where m.issuable_id = i.id
    and m.event <> all (${sql.val([...fromGit])}::text[])
    and not exists (select 1 from found f where f.id = m.issuable_id and f.event = m.event and f.label_id = m.label_id))
  insert into issuable_moments as m (issuable_id, namespace_id, event, label_id, at)
  select f.id, i.namespace_id, f.event, f.label_id, f.at from found f join changed i on i.id = f.id
  on conflict (issuable_id, event, label_id) do update set at = excluded.at where m.at <> excluded.at`

/** Read the moments of items again, from their rows and notes. Two statements, however many items. */
export async function readMoments(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`with ${changedOf('issue', ids)},
    planned as materialized (${firstNote('milestone', isSet)} union all ${firstNote('iteration', isSet)} union all ${firstOnBoard}),
    ${store(union(ofIssues))}`.execute(db)
  await sql`with ${changedOf('merge_request', ids)}, ${store(union(ofMergeRequests))}`.execute(db)
}

/** Store the time of the oldest commit of a merge request. @param at  ISO 8601 */
export async function storeFirstCommit(db: Db, mergeRequestId: number, at: string): Promise<void> {
  await sql`with ${changedOf('merge_request', [mergeRequestId])}
    insert into issuable_moments as m (issuable_id, namespace_id, event, label_id, at)
    select i.id, i.namespace_id, e.event, 0, ${at}::timestamptz from changed i cross join unnest(${[...fromGit]}::text[]) e (event)
    on conflict (issuable_id, event, label_id) do update set at = excluded.at where m.at <> excluded.at`.execute(db)
}
