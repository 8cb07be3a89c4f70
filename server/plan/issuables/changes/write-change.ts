import { type RawBuilder, sql } from 'kysely'
import { type Context, userIdOf } from '#server/context.ts'
import type { RenderedText } from '#server/discuss/references/render.ts'
import { batch } from '#server/platform/sql/concurrently.ts'
import { attributes } from '../all-attributes.ts'
import type { IssuableRow } from '../find.ts'
import type { TableStorage } from '../storage.ts'
import type { AttributeName, AttributeValues } from '../values.ts'

/** Every attribute's value, with the row held. */
export type Locked = AttributeValues & { readonly lockVersion: number; readonly createdAt: string }

export interface RenderedTexts {
  readonly title: RenderedText
  readonly description: RenderedText
  readonly named: Pick<RenderedText, 'mentioned' | 'mentionedUsernames' | 'issuableIds'>
}

/** A change of one issuable, checked and rendered. */
interface ChangeToWrite {
  readonly issuable: Pick<IssuableRow, 'id' | 'namespaceId' | 'authorId'>
  readonly before: Locked
  readonly to: AttributeValues
  readonly changed: readonly AttributeName[]
  /** Null when neither title nor description changed. */
  readonly rendered: RenderedTexts | null
  readonly updatedAt: string
}

/** Write a change; those of many issuables are one statement. @returns the id of the new description version, if there is one */
export const writeChange = batch(
  async (ctx: Context, changes: readonly ChangeToWrite[]): Promise<readonly (number | null)[]> => {
    const [first] = changes
    if (first === undefined) return []
    const actorId = sql`${userIdOf(ctx)}::bigint`
    const columns = [...columnsOf(first), ...(first.rendered === null ? [] : textColumns)]
    const sets = [
      ...columns.map(({ column }) => sql`${sql.ref(column)} = ${sql.ref(`g.${column}`)}`),
      ...(first.rendered === null ? [] : [sql`lock_version = i.lock_version + 1`]),
      ...(isEdit(first) ? [sql`last_edited_at = ${ctx.now}::timestamptz, last_edited_by_id = ${actorId}`] : []),
      sql`updated_by_id = ${actorId}, updated_at = g.changed_at`,
    ]
    const parts = [
      sql`g as materialized (select * from json_to_recordset(${JSON.stringify(changes.map(rowOf))}::json) as g(${sql.join(givenColumns(first, columns))}))`,
      sql`changed as (update issuables i set ${sql.join(sets)} from g where i.id = g.id)`,
      ...tablesOf(first).flatMap(listParts),
      ...(isEdit(first) ? versionParts(ctx) : []),
    ]
    const { rows } = await sql<{ id: number; issuableId: number }>`with ${sql.join(parts)}
      ${isEdit(first) ? sql`select id, issuable_id from version` : sql`select 0 as id, 0 as issuable_id where false`}`.execute(
      ctx.db,
    )
    const versions = new Map(rows.map(row => [row.issuableId, row.id]))
    return changes.map(({ issuable }) => versions.get(issuable.id) ?? null)
  },
  (_ctx, { changed }) => changed.join(),
)

interface WrittenColumn {
  readonly column: string
  readonly type: string
}

const textColumns: readonly WrittenColumn[] = [
  { column: 'title_html', type: 'text' },
  { column: 'description_html', type: 'text' },
  { column: 'markdown_version', type: 'integer' },
  { column: 'task_count', type: 'integer' },
  { column: 'task_completed_count', type: 'integer' },
]

const isEdit = ({ changed }: Pick<ChangeToWrite, 'changed'>): boolean => changed.includes('description')

type WrittenChange = Pick<ChangeToWrite, 'changed'>

const columnsOf = ({ changed }: WrittenChange): readonly WrittenColumn[] =>
  changed.flatMap(name => {
    const { storage } = attributes[name]
    return 'table' in storage ? [] : [storage]
  })

type Table = Pick<TableStorage<never>, 'table' | 'column'>

const tablesOf = ({ changed }: WrittenChange): readonly Table[] =>
  changed.flatMap(name => {
    const { storage } = attributes[name]
    return 'table' in storage ? [storage] : []
  })

/** The columns of `g`: the new values, and of each list the ids of the rows that go and come. */
function givenColumns(change: WrittenChange, columns: readonly WrittenColumn[]): readonly RawBuilder<unknown>[] {
  return [
    sql`id bigint, namespace_id bigint, author_id bigint, created_at timestamptz, former_description text, changed_at timestamptz`,
    ...columns.map(({ column, type }) => sql`${sql.ref(column)} ${sql.raw(type)}`),
    ...tablesOf(change).map(
      ({ table }) => sql`${sql.ref(`${table}_gone`)} bigint[], ${sql.ref(`${table}_come`)} bigint[]`,
    ),
  ]
}

/** A row of `g`. */
function rowOf(change: ChangeToWrite): Readonly<Record<string, unknown>> {
  const { issuable, before, to, changed, rendered, updatedAt } = change
  return {
    id: issuable.id,
    namespace_id: issuable.namespaceId,
    changed_at: updatedAt,
    ...(isEdit(change) && {
      author_id: issuable.authorId,
      created_at: before.createdAt,
      former_description: before.description,
    }),
    ...(rendered !== null && {
      title_html: rendered.title.html,
      description_html: rendered.description.html,
      markdown_version: rendered.description.version,
      task_count: rendered.description.tasks.count,
      task_completed_count: rendered.description.tasks.completedCount,
    }),
    ...Object.assign({}, ...changed.map(name => valuesOf(name, before, to))),
  }
}

function valuesOf<Name extends AttributeName>(name: Name, before: AttributeValues, to: AttributeValues) {
  const { storage } = attributes[name]
  if (!('table' in storage)) return { [storage.column]: storage.write(to[name]) }
  const [from, then] = [storage.ids(before[name]), storage.ids(to[name])]
  return {
    [`${storage.table}_gone`]: from.filter(id => !then.includes(id)),
    [`${storage.table}_come`]: then.filter(id => !from.includes(id)),
  }
}

function listParts({ table, column }: Table): readonly RawBuilder<unknown>[] {
  const [gone, come] = [`${table}_gone`, `${table}_come`]
  return [
    sql`${sql.ref(gone)} as (delete from ${sql.table(table)} t using g
      where t.issuable_id = g.id and ${sql.ref(`t.${column}`)} = any (${sql.ref(`g.${gone}`)}))`,
    sql`${sql.ref(come)} as (insert into ${sql.table(table)} (issuable_id, ${sql.ref(column)}, namespace_id)
      select g.id, c, g.namespace_id from g cross join unnest(${sql.ref(`g.${come}`)}) c on conflict do nothing)`,
  ]
}

/** The first version of a description is stored with its first change. */
const versionParts = (ctx: Context): readonly RawBuilder<unknown>[] => [
  sql`first_version as (insert into description_versions (issuable_id, author_id, description, created_at)
    select g.id, g.author_id, g.former_description, g.created_at from g
    where not exists (select 1 from description_versions v where v.issuable_id = g.id) returning id)`,
  // Read from the first, so that it gets the lower id.
  sql`version as (insert into description_versions (issuable_id, author_id, description, created_at)
    select g.id, ${userIdOf(ctx)}::bigint, g.description, ${ctx.now}::timestamptz
    from g cross join (select count(*) from first_version) f returning id, issuable_id)`,
]
