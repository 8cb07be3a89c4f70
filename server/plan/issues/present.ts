import { type RawBuilder, sql } from 'kysely'
import type { Actor, Context } from '#server/context.ts'
import { emailSeenBy } from '#server/foundation/users/emails/shown-email.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { assigneesJson } from '#server/plan/issuables/attributes/assignees.ts'
import { labelsJson } from '#server/plan/issuables/attributes/labels.ts'
import { closingCount } from '#server/plan/issuables/closing-count.ts'
import { frozen } from '#server/plan/issuables/frozen.ts'
import { epicBaseJson } from '#server/plan/issuables/parents.ts'
import {
  basicPlainFields,
  furtherPlainFields,
  issuePath,
  momentFields,
  taskFields,
} from '#server/plan/issuables/projections.ts'
import { isSubscribed } from '#server/plan/issuables/subscribed.ts'
import { iterationWithId } from '#server/plan/iterations/iteration.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import { blockingCount } from '#server/plan/links/queries.ts'
import { milestoneJson } from '#server/plan/milestones/present.ts'
import { timeStatsJson } from '#server/plan/time-tracking/present.ts'
import { openObject } from '#server/platform/sql/open-object.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { movedToId } from './move/moved-to.ts'

const i = columnsOf('issuables', 'i')

interface IssueView {
  /** The labels themselves instead of their titles. */
  readonly withLabelsDetails?: boolean
  /** Whether the actor is subscribed, which a list leaves out. */
  readonly withSubscribed?: boolean
  /** The project or group through which it is read; its own project when left out. */
  readonly through?: string
  /** Only the fields of IssueBasic. */
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
  // The values that differ between readers are appended to the rest.
  const { actor } = ctx
  const counts = sql`',"blocking_issues_count":' || ${blockingCount(actor, 'i')} || ',"merge_requests_count":' || ${closingCount(actor, 'i')}`
  if (view.basic) {
    const basic = frozen(ctx, `issueBasic ${labels} ${externalUrl}`, () => openObject(object(basicFields(ctx, view))))
    return sql<string>`${basic} || (${counts} || '}')`
  }
  const head = frozen(ctx, `issue ${labels} ${externalUrl}`, () =>
    openObject(object({ ...basicFields(ctx, view), ...furtherFields(ctx) })),
  )
  const taskStatus = sql`case when i.task_count = 0 then '' else ',"task_status":"' || i.task_completed_count || ' of ' || i.task_count
    || ' checklist items completed"' end`
  const subscribed = view.withSubscribed ? sql` || ',"subscribed":' || ${isSubscribed(actor, 'i')}::text` : sql``
  // The short parts are joined first: each operator copies all that it joins.
  return sql<string>`${head} || (${taskStatus} || ',"references":' || ${object({
    short: sql`'#' || i.iid`,
    relative: relativeReference(view.through),
    full: sql`n.full_path || '#' || i.iid`,
  })}::text${epicParts(actor)} || ',"moved_to_id":' || coalesce(${movedToId(actor)}::text, 'null')
    || ',"service_desk_reply_to":' || coalesce(to_json(${requesterEmail(actor)})::text, 'null') || ${counts}${subscribed} || '}')`
}

/** The epic that it is in, twice: once its number alone. */
const epicParts = (actor: Actor): RawBuilder<unknown> =>
  sql` || (select ',"epic":' || shown.epic || ',"epic_iid":' || coalesce(shown.epic::json ->> 'iid', 'null') from (select ${epicBaseJson(actor)} as epic) shown)`

function basicFields(ctx: Context, view: IssueView) {
  const { settings } = ctx.services
  const label = view.withLabelsDetails ? labelBasicJson('l') : sql`l.title`
  return {
    ...i.fields('id', 'iid'),
    project_id: i('namespaceId'),
    ...i.fields('title', 'description', 'state'),
    ...momentFields,
    closed_by: userBasicJson(settings, 'closer'),
    labels: labelsJson(label),
    milestone: milestoneJson(settings, 'm', 'mn', sql`current_date`),
    assignees: sql`assigned.users`,
    author: userBasicJson(settings, 'author'),
    type: sql`upper(i.type)`,
    assignee: sql`assigned.users -> 0`,
    user_notes_count: i('notesCount'),
    ...i.fields('upvotes', 'downvotes'),
    ...basicPlainFields,
    time_stats: timeStatsJson('i'),
    ...taskFields,
    issue_type: i('type'),
    web_url: sql`${sql.lit(settings.externalUrl)} || ${issuePath}`,
  }
}

/** The fields that IssueBasic does not have. */
function furtherFields(ctx: Context) {
  const api = sql`${sql.lit(ctx.services.settings.externalUrl)} || '/api/v4/projects/' || i.namespace_id`
  return {
    has_tasks: sql`i.task_count > 0`,
    _links: object({
      self: sql`${api} || '/issues/' || i.iid`,
      notes: sql`${api} || '/issues/' || i.iid || '/notes'`,
      award_emoji: sql`${api} || '/issues/' || i.iid || '/award_emoji'`,
      project: api,
      closed_as_duplicate_of: sql.lit(null),
    }),
    imported: sql.lit(false),
    imported_from: sql.lit('none'),
    iteration: iterationWithId(ctx.services.settings, sql.ref('i.iteration_id'), sql`current_date`),
    ...furtherPlainFields,
  }
}

/** The address of the requester; null for other issues. Readers below planner see its first letters. */
const requesterEmail = (actor: Actor): RawBuilder<string | null> =>
  sql`(select ${emailSeenBy(actor, sql`r.email`, sql`n.ancestor_ids`)} from service_desk_requests r where r.issuable_id = i.id)`

/** Short within its own project, without the group's path within the group, else full. */
function relativeReference(through: string | undefined): RawBuilder<string> {
  if (through === undefined) return sql<string>`'#' || i.iid`
  return sql<string>`case when n.full_path = ${through} then '' when starts_with(n.full_path, ${`${through}/`})
    then substr(n.full_path, ${through.length + 2}) else n.full_path end || '#' || i.iid`
}
