import { type RawBuilder, sql } from 'kysely'
import type { Actor, Context } from '#server/context.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { assigneesJson } from '#server/plan/issuables/attributes/assignees.ts'
import { labelsJson } from '#server/plan/issuables/attributes/labels.ts'
import { closingCount } from '#server/plan/issuables/closing-count.ts'
import { frozen } from '#server/plan/issuables/frozen.ts'
import { epicBaseJson } from '#server/plan/issuables/parents.ts'
import {
  basicPlainPairs,
  furtherPlainPairs,
  issuePath,
  momentPairs,
  taskPairs,
} from '#server/plan/issuables/projections.ts'
import { isSubscribed } from '#server/plan/issuables/subscribed.ts'
import { iterationWithId } from '#server/plan/iterations/iteration.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import { blockingCount } from '#server/plan/links/queries.ts'
import { milestoneJson } from '#server/plan/milestones/present.ts'
import { timeStatsJson } from '#server/plan/time-tracking/present.ts'
import { openObject } from '#server/platform/sql/open-object.ts'
import { movedToId } from './move/moved-to.ts'

interface IssueView {
  /** The labels themselves instead of their titles. */
  readonly withLabelsDetails?: boolean
  /** Whether the actor is subscribed, which a list leaves out. */
  readonly withSubscribed?: boolean
  /** The project or group through which it is read; its own project when left out. */
  readonly through?: string
  /** Only what IssueBasic has. */
  readonly basic?: boolean
}

/** The tables that the JSON of an issue reads, from `issuables i` on. */
export function issueJoins(ctx: Context): RawBuilder<unknown> {
  const { settings } = ctx.services
  return frozen(
    ctx,
    `issueJoins ${settings.externalUrl}`,
    () => sql`join namespaces n on n.id = i.namespace_id join users author on author.id = i.author_id
    left join users closer on closer.id = i.closed_by_id left join milestones m on m.id = i.milestone_id
    left join namespaces mn on mn.id = m.namespace_id
    cross join lateral (select ${assigneesJson(userBasicJson(settings, 'u'))} as users) assigned`,
  )
}

/**
 * The Issue shape as text of JSON made by PostgreSQL, over `issuables i` and `issueJoins`.
 *
 * @source rest.md 2.3
 */
export function issueJson(ctx: Context, view: IssueView = {}): RawBuilder<string> {
  const { externalUrl } = ctx.services.settings
  const labels = view.withLabelsDetails ? 'labels' : 'titles'
  // What differs from reader to reader is written behind the rest.
  const { actor } = ctx
  const counts = sql`',"blocking_issues_count":' || ${blockingCount(actor, 'i')} || ',"merge_requests_count":' || ${closingCount(actor, 'i')}`
  if (view.basic) {
    const basic = frozen(ctx, `issueBasic ${labels} ${externalUrl}`, () =>
      openObject(sql`json_build_object(${basicPairs(ctx, view)})`),
    )
    return sql<string>`${basic} || (${counts} || '}')`
  }
  const head = frozen(ctx, `issue ${labels} ${externalUrl}`, () =>
    openObject(sql`json_build_object(${basicPairs(ctx, view)}, ${furtherPairs(ctx)})`),
  )
  const taskStatus = sql`case when i.task_count = 0 then '' else ',"task_status":"' || i.task_completed_count || ' of ' || i.task_count
    || ' checklist items completed"' end`
  const subscribed = view.withSubscribed ? sql` || ',"subscribed":' || ${isSubscribed(actor, 'i')}::text` : sql``
  // The short parts are joined first: each operator copies all that it joins.
  return sql<string>`${head} || (${taskStatus} || ',"references":' || json_build_object('short', '#' || i.iid, 'relative', ${relativeReference(view.through)},
    'full', n.full_path || '#' || i.iid)::text${epicParts(actor)} || ',"moved_to_id":' || coalesce(${movedToId(actor)}::text, 'null') || ${counts}${subscribed} || '}')`
}

/** The epic that it is in, twice: once its number alone. */
const epicParts = (actor: Actor): RawBuilder<unknown> =>
  sql` || (select ',"epic":' || shown.epic || ',"epic_iid":' || coalesce(shown.epic::json ->> 'iid', 'null') from (select ${epicBaseJson(actor)} as epic) shown)`

function basicPairs(ctx: Context, view: IssueView): RawBuilder<unknown> {
  const { settings } = ctx.services
  const label = view.withLabelsDetails ? labelBasicJson('l') : sql`l.title`
  return sql`'id', i.id, 'iid', i.iid, 'project_id', i.namespace_id, 'title', i.title, 'description', i.description,
    'state', i.state, ${momentPairs}, 'closed_by', ${userBasicJson(settings, 'closer')},
    'labels', ${labelsJson(label)},
    'milestone', ${milestoneJson(settings, 'm', 'mn', sql`current_date`)},
    'assignees', assigned.users, 'author', ${userBasicJson(settings, 'author')}, 'type', upper(i.type),
    'assignee', assigned.users -> 0, 'user_notes_count', i.notes_count, 'upvotes', i.upvotes,
    'downvotes', i.downvotes, ${basicPlainPairs}, 'time_stats', ${timeStatsJson('i')}, ${taskPairs},
    'issue_type', i.type, 'web_url', ${sql.lit(settings.externalUrl)} || ${issuePath}`
}

/** What IssueBasic does not have. */
function furtherPairs(ctx: Context): RawBuilder<unknown> {
  const api = sql`${sql.lit(ctx.services.settings.externalUrl)} || '/api/v4/projects/' || i.namespace_id`
  return sql`'has_tasks', i.task_count > 0,
    '_links', json_build_object('self', ${api} || '/issues/' || i.iid, 'notes', ${api} || '/issues/' || i.iid || '/notes',
      'award_emoji', ${api} || '/issues/' || i.iid || '/award_emoji', 'project', ${api}, 'closed_as_duplicate_of', null),
    'imported', false, 'imported_from', 'none',
    'service_desk_reply_to', null, 'iteration', ${iterationWithId(ctx.services.settings, sql.ref('i.iteration_id'), sql`current_date`)}, ${furtherPlainPairs}`
}

/** Short within its own project, without the group's path within the group, else full. */
function relativeReference(through: string | undefined): RawBuilder<string> {
  if (through === undefined) return sql<string>`'#' || i.iid`
  return sql<string>`case when n.full_path = ${through} then '' when starts_with(n.full_path, ${`${through}/`})
    then substr(n.full_path, ${through.length + 2}) else n.full_path end || '#' || i.iid`
}
