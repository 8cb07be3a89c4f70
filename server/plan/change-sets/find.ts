import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { startBulkEdit } from '#contract/plan/changes/bulk-edits.ts'
import type { ChangeSet, Refused } from '#contract/plan/changes/change-sets.ts'
import { type Context, selfId, userIdOrZero } from '#server/context.ts'
import { pagePathSql, referenceSql } from '#server/discuss/references/page-path.ts'
import { NotFound } from '#server/errors.ts'
import { object } from '#server/platform/sql/shape.ts'

export type AskedUpdate = Static<typeof startBulkEdit.input>['update']
export type ShownChangeSet = Static<typeof ChangeSet>

/** A change set as its operations show it, over `change_sets b`. */
const shownColumns = sql`b.id, b.series as kind, b.type, b.made,
  case when b.total = 1 then (select ${referenceSql('i')} from change_set_items w join issuables i on i.id = w.issuable_id
    where w.change_set_id = b.id) end as reference, b.total, b.changed, b.unchanged, b.refused, coalesce(b.undoes_id, b.undoes_event_id) is not null as is_undo, b.created_at, b.finished_at,
  (select u.id from change_sets u where u.undoes_id = b.id) as undone_by_id`

/**
 * One of the actor's own change sets. It is hidden from others, because its counts include items that they may not see.
 *
 * @throws NotFound
 */
export async function findChangeSet(ctx: Context, id: number): Promise<ShownChangeSet> {
  const { rows } =
    await sql<ShownChangeSet>`select ${shownColumns} from change_sets b where b.id = ${id} and b.user_id = ${selfId(ctx)}`.execute(
      ctx.db,
    )
  if (rows[0] === undefined) throw new NotFound('Change set')
  return rows[0]
}

export async function isOwnChangeSet(ctx: Context, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from change_sets where id = ${id} and user_id = ${userIdOrZero(ctx)}`.execute(
    ctx.db,
  )
  return rows.length > 0
}

export type Refusal = Static<typeof Refused>

/** Up to this many refused items are listed for each reason. */
export const mostNamed = 20

/** The refused items of a change set by reason; listed are those that the reader can see. @param readable  on `issuables i` */
export async function refusalsOf(ctx: Context, id: number, readable: RawBuilder<unknown>): Promise<readonly Refusal[]> {
  const { rows } = await sql<Refusal>`
    select reason, count(*) as count, coalesce(json_agg(${object({
      reference: sql`reference`,
      title: sql`title`,
      webPath: sql`web_path`,
    })} order by iid)
        filter (where place <= ${sql.lit(mostNamed)} and title is not null), '[]') as items
    from (select b.reason, i.iid, i.title, ${referenceSql('i')} as reference, ${pagePathSql('i', 'n')} as web_path,
        row_number() over (partition by b.reason order by i.iid) as place
      from change_set_items b left join issuables i on i.id = b.issuable_id and ${readable} left join namespaces n on n.id = i.namespace_id
      where b.change_set_id = ${id} and b.outcome = 'refused') refused
    group by reason order by count(*) desc, reason`.execute(ctx.db)
  return rows
}
