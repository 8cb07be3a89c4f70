import { type RawBuilder, sql } from 'kysely'
import { type Context, committed } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { logParts, type Said, saidColumns, topicsToTell } from '#server/platform/events/log.ts'
import { type Db, isTaken } from '#server/platform/sql/database.ts'
import { groupedWrite } from '#server/platform/sql/grouped.ts'
import { runWrite } from '#server/platform/sql/statement.ts'

/** An issue's row, by its columns, with the ids of what hangs on it. */
export interface IssueRowToInsert {
  readonly type: string
  /** Null for the next one. */
  readonly iid: number | null
  readonly title: string
  readonly title_html: string
  readonly description: string | null
  readonly description_html: string
  readonly markdown_version: number
  readonly author_id: number
  readonly confidential: boolean
  readonly discussion_locked: boolean
  readonly milestone_id: number | null
  readonly start_date: string | null
  readonly due_date: string | null
  readonly weight: number | null
  readonly task_count: number
  readonly task_completed_count: number
  readonly created_at: string
  readonly label_ids: readonly number[]
  readonly assignee_ids: readonly number[]
}

export interface CreatedIssue {
  readonly id: number
  readonly iid: number
}

/** Insert an issue alone: its event is the caller's. @throws Conflict  the number is taken */
export async function insertIssue(ctx: Context, projectId: number, issue: IssueRowToInsert): Promise<CreatedIssue> {
  try {
    const [created] = await insert(ctx, ctx.db, [{ projectId, issue }])
    return made(created)
  } catch (error) {
    if (isTaken(error, 'issuables_namespace_id_series_iid_key'))
      throw new Conflict('Duplicated issue', { cause: error })
    throw error
  }
}

interface LoggedIssue {
  readonly ctx: Context
  readonly projectId: number
  readonly issue: IssueRowToInsert
  /** Its event; the issue's id is filled in. */
  readonly said: Said
}

/**
 * Insert an issue that takes the next number, and log it, committed: one statement, which those who open issues in one
 * project at the same moment share.
 */
export async function insertLoggedIssue(
  ctx: Context,
  projectId: number,
  issue: IssueRowToInsert & { readonly iid: null },
  said: Said,
): Promise<CreatedIssue> {
  const created = await insertTogether(ctx.db, projectId, { ctx, projectId, issue, said })
  await committed(ctx, said.topics)
  return created
}

const insertTogether = groupedWrite<LoggedIssue, CreatedIssue>(async (db, group) => {
  const [first] = group
  if (first === undefined) return []
  const created = await insert(first.ctx, db, group)
  return group.map((_, index) => made(created[index]))
})

function made(created: CreatedIssue | undefined): CreatedIssue {
  if (created === undefined) throw new Error('an issue was inserted without a row')
  return created
}

interface Given {
  readonly projectId: number
  readonly issue: IssueRowToInsert
  readonly said?: Said
}

const columns = sql`type, title, title_html, description, description_html, markdown_version, author_id, confidential,
  discussion_locked, milestone_id, start_date, due_date, weight, task_count, task_completed_count, created_at`

/**
 * The numbers, the rows and all that hangs on them in one statement: the counter's row is held as shortly as can be.
 *
 * @param given  of one project; a chosen number stands alone
 * @returns in the order given
 */
async function insert(ctx: Context, db: Db, given: readonly Given[]): Promise<readonly CreatedIssue[]> {
  const isLogged = given[0]?.said !== undefined
  const values = {
    rows: JSON.stringify(given.map(({ issue, said }) => ({ ...issue, said }))),
    amount: given.length,
    chosen: given[0]?.issue.iid ?? null,
    projectId: given[0]?.projectId ?? 0,
    topics: topicsToTell(given.flatMap(({ said }) => said?.topics ?? [])),
  }
  return runWrite<CreatedIssue, typeof values>(db, `insert issues ${isLogged}`, values, place => {
    const [projectId, amount, chosen] = [
      sql<number>`${place.projectId}::bigint`,
      sql`${place.amount}::bigint`,
      sql`${place.chosen}::bigint`,
    ]
    return sql`
    with given as materialized (
      select nextval('issuables_id_seq') as id, row_number() over () as place, g.* from json_to_recordset(${place.rows}::json) as g(
        type text, title text, title_html text, description text, description_html text, markdown_version integer, author_id bigint,
        confidential boolean, discussion_locked boolean, milestone_id bigint, start_date date, due_date date, weight integer,
        task_count integer, task_completed_count integer, created_at timestamptz, label_ids bigint[], assignee_ids bigint[], said json)
    ), counter as (
      insert into iid_counters as c (namespace_id, series, value) values (${projectId}, 'issue', coalesce(${chosen}, ${amount}))
      on conflict (namespace_id, series) do update set value = greatest(c.value, coalesce(${chosen}, c.value + ${amount}))
      returning value
    ), made as (
      insert into issuables (id, namespace_id, iid, updated_at, ${columns}) overriding system value
      select id, ${projectId}, coalesce(${chosen}, counter.value - ${amount} + place), created_at, ${columns} from given, counter order by place
      returning id, iid
    ), labelled as (
      insert into issuable_labels (issuable_id, label_id, namespace_id)
      select given.id, label_id, ${projectId} from given, unnest(given.label_ids) label_id
    ), assigned as (
      insert into issuable_assignees (issuable_id, user_id, namespace_id)
      select given.id, user_id, ${projectId} from given, unnest(given.assignee_ids) user_id
    )${
      isLogged
        ? sql`, ${saidIssues(projectId)}, ${logParts({ namespaceId: place.projectId, topics: place.topics, enqueue: ctx.services.enqueueEvent })}`
        : sql``
    }
    select made.id, made.iid from made ${isLogged ? sql`cross join (select count(*) from told) t` : sql``} order by made.id`
  })
}

// The project's row, which counts the new issues when the statement ends, before the log's, as all changes of an issue take
// them: else two could wait for each other.
const saidIssues = (projectId: RawBuilder<number>): RawBuilder<unknown> => sql`held as (
      select p.id from projects p where p.id = ${projectId} and (select count(*) from made) > 0 for no key update of p
    ), said as (
      select row_number() over (order by given.id) as place, s.name, s.actor_id, s.payload || jsonb_build_object('issueId', given.id) as payload,
        s.topics, s.created_at, s.later, s.gathered
      from held, given cross join lateral json_to_record(given.said) as s(${saidColumns})
    )`
