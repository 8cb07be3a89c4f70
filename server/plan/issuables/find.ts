import { type RawBuilder, sql } from 'kysely'
import { type IssuableSeries, issuableKindOf, issuableKinds } from '#contract/issuable-kinds.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { issuableFacts, namespaceFactsFor } from '#server/access/issuable-facts.ts'
import { type Found, finder } from '#server/access/load.ts'
import { runForActor } from '#server/access/run-for-actor.ts'
import type { Context } from '#server/context.ts'
import { namespaceIs } from '#server/foundation/namespaces/find.ts'
import { refuseMoved } from '#server/foundation/namespaces/moved.ts'
import { batchDistinct } from '#server/platform/sql/concurrently.ts'

/** The columns of an issuable that use cases need, and its namespace. */
export interface IssuableRow {
  readonly id: number
  readonly iid: number
  readonly namespaceId: number
  readonly namespacePath: string
  /** The ids of the groups from the root down, and of the project itself. */
  readonly ancestorIds: readonly number[]
  readonly type: string
  readonly title: string
  readonly description: string | null
  readonly state: string
  readonly authorId: number
  readonly confidential: boolean
  readonly lockVersion: number
  readonly updatedAt: string
}

/** The mark of events about incidents. */
export const incidentMark = ({ type }: { readonly type: string }): { readonly isIncident?: true } =>
  type === 'incident' ? { isIncident: true } : {}

interface FindParameters extends Readonly<Record<string, unknown>> {
  readonly ref: number | string
  readonly iid: number
  readonly now: string
}

/** The columns that a statement reads of an issuable, from `issuables i` and its project's `namespaces n`. */
export interface IssuableSelection {
  /** Identifies the selection: everything that its text depends on, except the actor and the settings. */
  readonly key: string
  /**
   * @param reader  as in `runForActor`
   * @param now  the parameter for the time of the request, ISO 8601
   */
  readonly columns: (reader: Context, now: RawBuilder<string>) => RawBuilder<unknown>
  /** The joins after `issuables i`; must join `namespaces n`. */
  readonly joins: (reader: Context) => RawBuilder<unknown>
}

/** The columns that most use cases need. */
export const defaultSelection: IssuableSelection = {
  key: 'issuable',
  columns:
    () => sql`i.id, i.iid, i.namespace_id, n.full_path as namespace_path, n.ancestor_ids, i.type, i.title, i.description, i.state,
      i.author_id, i.confidential, i.lock_version, i.updated_at`,
  joins: () => sql`join namespaces n on n.id = i.namespace_id`,
}

async function findIssue(
  ctx: Context,
  way: 'by-iid' | 'by-id',
  place: { readonly ref: number | string; readonly iid: number },
) {
  return selectIssuable<IssuableRow>(ctx, 'issue', way, place, defaultSelection)
}

/**
 * Find an issuable of a series with a selection of its columns, and the facts from which `load` decides whether the actor gets it. One prepared
 * statement per selection, series and kind of actor.
 */
export async function selectIssuable<Row extends object>(
  ctx: Context,
  series: IssuableSeries,
  way: 'by-iid' | 'by-id',
  { ref, iid }: { readonly ref: number | string; readonly iid: number },
  selection: IssuableSelection,
): Promise<Found<'issuable', Row> | null> {
  if (way === 'by-id' && ctx.db.isTransaction && selection === defaultSelection)
    // The default selection is that of an `IssuableRow`.
    return (await selectById(ctx, { id: Number(ref), series })) as Found<'issuable', Row> | null
  const { key, columns, joins } = selection
  const [found] = await runForActor<Row & { readonly facts: IssuableFacts }, FindParameters>(
    ctx,
    `${series} ${key} ${way} ${typeof ref}`,
    { ref, iid, now: ctx.now },
    (reader, parameter) =>
      sql`select ${columns(reader, parameter.now)}, ${issuableFacts(reader.actor, 'i', 'n', series)} as facts from issuables i ${joins(reader)}
        where i.series = ${sql.lit(series)} and ${way === 'by-id' ? sql`i.id = ${parameter.ref}` : sql`${namespaceIs(ref, parameter.ref)} and i.iid = ${parameter.iid}`}`,
  )
  if (found === undefined) {
    if (way === 'by-iid') await refuseMoved(ctx, ref, issuableKinds[series].namespace)
    return null
  }
  return { row: found, facts: found.facts }
}

/** Issuables by their ids in a transaction, where many can be found at once. */
const selectById = batchDistinct(
  async (ctx: Context, keys: readonly { readonly id: number; readonly series: IssuableSeries }[]) => {
    const series = keys[0]?.series ?? 'issue'
    const values = { ids: keys.map(({ id }) => id), now: ctx.now }
    const rows = await runForActor<IssuableRow & { readonly facts: IssuableFacts }, typeof values>(
      ctx,
      `${series} by ids`,
      values,
      (reader, parameter) => {
        const { columns, joins } = defaultSelection
        // Facts of a namespace take longer to find than an issuable.
        const facts = issuableFacts(reader.actor, 'i', 'n', series, sql.ref('place.facts'))
        return sql`with places as materialized (select n.id, ${namespaceFactsFor(series)(reader.actor, 'n')} as facts from namespaces n
            where n.id in (select p.namespace_id from issuables p where p.id = any (${parameter.ids}::bigint[])))
          select ${columns(reader, parameter.now)}, ${facts} as facts from issuables i ${joins(reader)} join places place on place.id = i.namespace_id
          where i.series = ${sql.lit(series)} and i.id = any (${parameter.ids}::bigint[])`
      },
    )
    const found = new Map(rows.map(({ facts, ...row }) => [row.id, { row, facts }]))
    return keys.map(({ id }): Found<'issuable', IssuableRow> | null => found.get(id) ?? null)
  },
  ({ id }) => id,
  (_ctx, { series }) => series,
)

/** The issue (or incident, or task) of an address of the API. */
export const issueByIid = finder(
  'issuable',
  'Issue',
  (ctx: Context, { id, issueIid }: { readonly id: number | string; readonly issueIid: number }) =>
    findIssue(ctx, 'by-iid', { ref: id, iid: issueIid }),
)

/** The issue of an address of a page. */
export const issueOfAddress = finder(
  'issuable',
  'Issue',
  (ctx: Context, { namespace, iid }: { readonly namespace: string; readonly iid: number }) =>
    findIssue(ctx, 'by-iid', { ref: namespace, iid }),
)

/** An issue by its global id. */
export const issueById = finder('issuable', 'Issue', (ctx: Context, { issueId }: { readonly issueId: number }) =>
  findIssue(ctx, 'by-id', { ref: issueId, iid: 0 }),
)

/** An issuable of any type by its id. */
export const issuableOfType = finder(
  'issuable',
  null,
  async (ctx: Context, { id, type }: { readonly id: number; readonly type: string }) => {
    const { series } = issuableKinds[issuableKindOf(type)]
    return selectIssuable<IssuableRow>(ctx, series, 'by-id', { ref: id, iid: 0 }, defaultSelection)
  },
)
