import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { BulkEdit, startBulkEdit } from '#contract/plan/bulk-edits.ts'
import { type Context, selfId, userIdOrZero } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'

export type AskedUpdate = Static<typeof startBulkEdit.input>['update']
export type ShownBulkEdit = Static<typeof BulkEdit>

/** A bulk edit as its operations show it, over `bulk_edits b`. */
export const shownColumns = sql`b.id, b.total, b.changed, b.unchanged, b.refused, b.undoes_id, b.created_at, b.finished_at,
  (select u.id from bulk_edits u where u.undoes_id = b.id) as undone_by_id`

/**
 * One of the actor's own bulk edits in a project: its counts tell of issues that others may not know of.
 *
 * @throws NotFound
 */
export async function findBulkEdit(ctx: Context, projectId: number, id: number): Promise<ShownBulkEdit> {
  const { rows } = await sql<ShownBulkEdit>`select ${shownColumns} from bulk_edits b
    where b.id = ${id} and b.namespace_id = ${projectId} and b.user_id = ${selfId(ctx)}`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Bulk edit')
  return rows[0]
}

export async function isOwnBulkEdit(ctx: Context, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from bulk_edits where id = ${id} and user_id = ${userIdOrZero(ctx)}`.execute(
    ctx.db,
  )
  return rows.length > 0
}

export interface Refusal {
  readonly reason: string
  readonly count: number
  readonly issues: readonly { readonly iid: number; readonly title: string; readonly webPath: string }[]
}

/** So many refused issues are named for each reason. */
export const mostNamed = 20

/** The refused issues of an edit by reason, of each those that the reader may know of. @param readable  on `issuables i` */
export async function refusalsOf(ctx: Context, id: number, readable: RawBuilder<unknown>): Promise<readonly Refusal[]> {
  const { rows } = await sql<Refusal>`
    select reason, count(*) as count, coalesce(json_agg(json_build_object('iid', iid, 'title', title, 'webPath', web_path) order by iid)
        filter (where place <= ${sql.lit(mostNamed)} and title is not null), '[]') as issues
    from (select b.reason, i.iid, i.title, '/' || n.full_path || '/-/issues/' || i.iid as web_path,
        row_number() over (partition by b.reason order by i.iid) as place
      from bulk_edit_items b left join issuables i on i.id = b.issuable_id and ${readable} left join namespaces n on n.id = i.namespace_id
      where b.bulk_edit_id = ${id} and b.outcome = 'refused') refused
    group by reason order by count(*) desc, reason`.execute(ctx.db)
  return rows
}
