import { type RawBuilder, sql } from 'kysely'
import { type IssuableSeries, issuableKinds } from '#contract/issuable-kinds.ts'
import { type Context, writeLogged } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { draftColumns, type EventDraft } from '#server/platform/events/log.ts'
import { batchWrites } from '#server/platform/sql/batch-writes.ts'
import { batch } from '#server/platform/sql/concurrently.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { Unflushed } from '#server/platform/sql/durable.ts'
import { storedColumns, storedTables, storedValues } from '../all-attributes.ts'
import type { AttributeValues } from '../values.ts'

/** An issuable's attributes and the other values of its row, by its columns. */
export interface RowToInsert {
  readonly values: AttributeValues
  /** Null for the next one. */
  readonly iid: number | null
  readonly title_html: string
  readonly description_html: string
  readonly markdown_version: number
  readonly author_id: number
  readonly task_count: number
  readonly task_completed_count: number
  readonly created_at: string
}

export interface CreatedIssuable {
  readonly id: number
  readonly iid: number
}

/** Insert an issuable alone: its event is the caller's. @throws Conflict  the number is taken */
export async function insertIssuable(
  ctx: Context,
  projectId: number,
  series: IssuableSeries,
  row: RowToInsert,
): Promise<CreatedIssuable> {
  try {
    return await insertOne(ctx, { projectId, series, issue: row })
  } catch (error) {
    if (isTaken(error, 'issuables_namespace_id_series_iid_key'))
      throw new Conflict(`Duplicated ${issuableKinds[series].word}`, { cause: error })
    throw error
  }
}

const insertOne = batch(
  async (ctx: Context, rows: readonly (IssueInsert & { readonly series: IssuableSeries })[]) => {
    const created = await insert(ctx, rows[0]?.series ?? 'issue', rows)
    return created.flushed(ctx.db)
  },
  (_ctx, { projectId, series, issue: { iid } }) => JSON.stringify([projectId, series, iid]),
)

/** Take the next number of a namespace, ahead of the issuable: where other issuables have to be locked before it is there. */
export async function takeNumber(ctx: Context, namespaceId: number, series: IssuableSeries): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    insert into iid_counters as c (namespace_id, series, value) values (${namespaceId}, ${series}, 1)
    on conflict (namespace_id, series) do update set value = c.value + 1 returning value`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new Error('a counter gave no number')
  return row.value
}

interface LoggedIssue {
  readonly ctx: Context
  readonly projectId: number
  readonly issue: RowToInsert
  /** The event; the issue's id is filled in. */
  readonly draft: EventDraft
}

/**
 * Insert an issue that takes the next number, and log it, committed: one statement, which those who open issues in one
 * project at the same moment share.
 */
export const insertLoggedIssue = (
  ctx: Context,
  projectId: number,
  issue: RowToInsert & { readonly iid: null },
  draft: EventDraft,
): Promise<CreatedIssuable> => insertBatch(ctx.db, projectId, { ctx, projectId, issue, draft })

const insertBatch = batchWrites<LoggedIssue, CreatedIssuable>(async (_db, group) => {
  const [first] = group
  return first === undefined ? new Unflushed([]) : insert(first.ctx, 'issue', group)
})

interface IssueInsert {
  readonly projectId: number
  readonly issue: RowToInsert
  readonly draft?: EventDraft
}

const columns = sql`${sql.join(storedColumns.map(({ name }) => sql.ref(name)))}, title_html, description_html, markdown_version,
  author_id, task_count, task_completed_count, created_at`
/** The columns, and the ids of the tables' rows under the tables' names, with their types. */
const givenColumns = (series: IssuableSeries) =>
  sql.join([
    ...storedColumns.map(({ name, type }) => sql`${sql.ref(name)} ${sql.raw(type)}`),
    ...storedTables(series).map(({ table }) => sql`${sql.ref(table)} bigint[]`),
  ])

/**
 * The numbers, the rows and all dependent rows in one statement: the counter's row is locked as shortly as possible.
 *
 * @param given  of one project; a chosen number stands alone
 * @returns in the order given
 */
async function insert(
  ctx: Context,
  series: IssuableSeries,
  given: readonly IssueInsert[],
): Promise<Unflushed<readonly CreatedIssuable[]>> {
  const drafts = given.flatMap(({ draft }) => draft ?? [])
  const namespaceId = given[0]?.projectId ?? 0
  const values = {
    rows: JSON.stringify(
      given.map(({ issue: { values, ...row }, draft }) => ({ ...storedValues(values), ...row, draft })),
    ),
    amount: given.length,
    chosen: given[0]?.issue.iid ?? null,
    projectId: namespaceId,
  }
  const log = drafts.length === 0 ? null : { namespaceId, drafts }
  const statement = { key: `insert ${series}`, values, log }
  const written = await writeLogged<CreatedIssuable, typeof values>(ctx, statement, (parameter, log) => {
    const [projectId, amount, chosen] = [
      sql<number>`${parameter.projectId}::bigint`,
      sql`${parameter.amount}::bigint`,
      sql`${parameter.chosen}::bigint`,
    ]
    return sql`
    with given as materialized (
      select nextval('issuables_id_seq') as id, row_number() over () as place, g.* from json_to_recordset(${parameter.rows}::json) as g(
        ${givenColumns(series)}, title_html text, description_html text, markdown_version integer, author_id bigint,
        task_count integer, task_completed_count integer, created_at timestamptz, draft json)
    ), counter as (
      insert into iid_counters as c (namespace_id, series, value) values (${projectId}, ${sql.lit(series)}, coalesce(${chosen}, ${amount}))
      on conflict (namespace_id, series) do update set value = greatest(c.value, coalesce(${chosen}, c.value + ${amount}))
      returning value
    ), made as (
      insert into issuables (id, namespace_id, series, iid, updated_at, ${columns}) overriding system value
      select id, ${projectId}, ${sql.lit(series)}, coalesce(${chosen}, counter.value - ${amount} + place), created_at, ${columns} from given, counter order by place
      returning id, iid
    )${sql.join(
      storedTables(series).map(
        ({ table, column }) => sql`, ${sql.ref(`${table}_come`)} as (
          insert into ${sql.table(table)} (issuable_id, ${sql.ref(column)}, namespace_id)
          select given.id, row_id, ${projectId} from given, unnest(${sql.ref(`given.${table}`)}) row_id)`,
      ),
      sql``,
    )}${log === null ? sql`` : sql`, ${issueDrafts(projectId)}, ${log}`}
    select made.id, made.iid from made ${log === null ? sql`` : sql`cross join (select count(*) from published) t`} order by made.id`
  })
  return written.map(rows => {
    if (rows.length < given.length) throw new Error('an issuable was inserted without a row')
    return rows
  })
}

// The project's row, which counts the new issues when the statement ends, before the log's, as all changes of an issue take
// them: else two could wait for each other.
const issueDrafts = (projectId: RawBuilder<number>): RawBuilder<unknown> => sql`held as (
      select p.id from projects p where p.id = ${projectId} and (select count(*) from made) > 0 for no key update of p
    ), drafts as (
      select row_number() over (order by given.id) as place, s.name, s.actor_id, s.payload || jsonb_build_object('issueId', given.id) as payload,
        s.topics, s.created_at, s.later, s.batched
      from held, given cross join lateral json_to_record(given.draft) as s(${draftColumns})
    )`
