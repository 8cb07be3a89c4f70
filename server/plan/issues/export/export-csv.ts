import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { type Context, selfId } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { issuePath } from '#server/plan/issuables/projections.ts'
import { contentDisposition } from '#server/platform/text/content-disposition.ts'
import { csvRow } from '#server/platform/text/csv.ts'
import { StreamReply } from '#server/slice.ts'
import type { IssueFilter } from '../list/filter.ts'
import { narrowed } from '../list/narrow.ts'
import { issuesWhere } from '../list/where.ts'

/** Rows that are read and written at once, and bytes of their descriptions: a batch holds up no other request. */
const batchSize = 200
const batchBytes = 2_000_000

/** @source product-rules 14 */
const header = [
  'ID',
  'IID',
  'Title',
  'Description',
  'Type',
  'URL',
  'State',
  'Confidential',
  'Locked',
  'Milestone',
  'Labels',
  'Author',
  'Author Username',
  'Assignee',
  'Assignee Username',
  'Created At (UTC)',
  'Updated At (UTC)',
  'Closed At (UTC)',
  'Due Date',
  'Start Date',
  'Time Estimate',
  'Time Spent',
  'Weight',
]

/**
 * The issues of a project that a filter finds as CSV, by title. They are read while they are sent: what changes or is taken from
 * the reader meanwhile is told as it is then.
 *
 * @throws Unauthenticated
 */
export async function exportCsv(ctx: Context, project: Exported, asked: IssueFilter): Promise<StreamReply> {
  selfId(ctx)
  const { rows } = await exportedRows(ctx, project, asked)
  async function* lines() {
    for await (const batch of rows) yield batch.join('')
  }
  return new StreamReply(Readable.from(lines(), { objectMode: false }), {
    'content-type': csvType,
    'content-disposition': contentDisposition('attachment', exportName(ctx, project)),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
}

export type Exported = Allowed<'project:read-issues', ProjectRow>

export const csvType = 'text/csv; charset=utf-8'
export const exportName = ({ now }: Context, { path }: Exported): string => `${path}-issues-${now.slice(0, 10)}.csv`

const exportedFilter = (asked: IssueFilter): IssueFilter => ({ ...asked, state: asked.state ?? 'opened' })

/** @throws Malformed  filters that exclude each other or have a wrong value */
export function checkExported(ctx: Context, project: Exported, asked: IssueFilter): void {
  issuesWhere(ctx, { kind: 'project', project }, exportedFilter(asked))
}

/** The lines of the file in batches, the header first, and the number of issues. */
export async function exportedRows(
  ctx: Context,
  project: Exported,
  asked: IssueFilter,
): Promise<{ readonly count: number; readonly rows: AsyncIterable<readonly string[]> }> {
  const scope = { kind: 'project', project } as const
  const { filter } = await narrowed(ctx, scope, exportedFilter(asked))
  const where = issuesWhere(ctx, scope, filter)
  const { rows } = await sql<{ ids: readonly number[] }>`
    select coalesce(array_agg(i.id order by lower(i.title), i.id), '{}') as ids from issuables i where ${where}`.execute(
    ctx.db,
  )
  const ids = rows[0]?.ids ?? []
  async function* batches() {
    yield [csvRow(header)]
    for (let at = 0; at < ids.length; ) {
      const some = ids.slice(at, at + batchSize)
      const size = await sizeOfBatch(ctx, some)
      yield (await readRows(ctx, some.slice(0, size), where)).map(csvRow)
      at += size
    }
  }
  return { count: ids.length, rows: batches() }
}

type Cells = readonly (string | number | null)[]

/** How many of some issues are read at once: each description can be as large as many others. */
async function sizeOfBatch(ctx: Context, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select coalesce(max(place) filter (where bytes - own < ${batchBytes}), ${ids.length}) as size from (
      select place, own, sum(own) over (order by place) as bytes
      from unnest(${[...ids]}::bigint[]) with ordinality a (id, place) join issuables i using (id)
        cross join lateral (select octet_length(coalesce(i.description, '')) as own) o) sized`.execute(ctx.db)
  return rows[0]?.size ?? ids.length
}

async function readRows(
  ctx: Context,
  ids: readonly number[],
  where: ReturnType<typeof issuesWhere>,
): Promise<readonly Cells[]> {
  const moment = (column: string) => sql`to_char(${sql.ref(`i.${column}`)} at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS')`
  const yesNo = (column: string) => sql`case when ${sql.ref(`i.${column}`)} then 'Yes' else 'No' end`
  const assigned = (column: string) => sql`(select string_agg(${sql.ref(`u.${column}`)}, ', ' order by u.id)
    from issuable_assignees a join users u on u.id = a.user_id where a.issuable_id = i.id)`
  const { rows } = await sql<{ cells: Cells }>`
    select json_build_array(i.id, i.iid, i.title, i.description, initcap(replace(i.type, '_', ' ')),
      ${ctx.services.settings.externalUrl}::text || ${issuePath}, case i.state when 'opened' then 'Open' else 'Closed' end,
      ${yesNo('confidential')}, ${yesNo('discussion_locked')}, (select m.title from milestones m where m.id = i.milestone_id),
      (select string_agg(l.title, ',' order by l.title) from issuable_labels il join labels l on l.id = il.label_id where il.issuable_id = i.id),
      author.name, author.username, ${assigned('name')}, ${assigned('username')}, ${moment('created_at')}, ${moment('updated_at')},
      ${moment('closed_at')}, i.due_date, i.start_date, i.time_estimate, i.time_spent, i.weight) as cells
    from unnest(${[...ids]}::bigint[]) with ordinality asked (id, place) join issuables i on i.id = asked.id
      join namespaces n on n.id = i.namespace_id join users author on author.id = i.author_id
    where ${where} order by asked.place`.execute(ctx.db)
  return rows.map(row => row.cells)
}
