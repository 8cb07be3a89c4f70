import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { on } from '#server/slice.ts'

/**
 * When a label or milestone is merged into another one, lists and scopes get that one, unless the board already has it.
 */
export const boardFollowers = [
  on('label.merged', (ctx, { payload: { labelId, intoId } }) => joinLabels(ctx, [labelId], intoId)),
  on('label.promoted', (ctx, { payload: { labelId, joinedIds } }) => joinLabels(ctx, joinedIds, labelId)),
  on('milestone.promoted', async (ctx, { payload: { milestoneId, joinedIds } }) => {
    await joinLists(ctx, 'milestone_id', joinedIds, milestoneId)
    await sql`update boards set milestone_id = ${milestoneId} where milestone_id = any (${joinedIds}::bigint[])`.execute(
      ctx.db,
    )
  }),
  on('project.moved', (ctx, { payload: { projectId } }) => leaveFormerGroups(ctx, projectId)),
  on('group.moved', (ctx, { payload: { groupId } }) => leaveFormerGroups(ctx, groupId)),
]

async function joinLabels(ctx: Context, goneIds: readonly number[], intoId: number): Promise<void> {
  await joinLists(ctx, 'label_id', goneIds, intoId)
  await sql`insert into board_labels (board_id, label_id)
    select distinct board_id, ${intoId}::bigint from board_labels where label_id = any (${goneIds}::bigint[])
    on conflict do nothing`.execute(ctx.db)
}

const joinLists = (ctx: Context, name: 'label_id' | 'milestone_id', goneIds: readonly number[], intoId: number) => {
  const column = sql.ref(name)
  return sql`update board_lists bl set ${column} = ${intoId} where bl.id in (
      select distinct on (board_id) id from board_lists where ${column} = any (${goneIds}::bigint[]) order by board_id, position, id)
    and not exists (select 1 from board_lists other where other.board_id = bl.board_id and other.${column} = ${intoId})`.execute(
    ctx.db,
  )
}

/** The boards of a namespace and of all below it, as `boards b` and `namespaces n`. */
const boardsBelow = (id: number) =>
  sql`boards b join namespaces n on n.id = b.namespace_id and n.ancestor_ids @> array[${id}]::bigint[]`

/** Whether the board can use a row: it belongs to the place of the board or to a group above. @param owner  the alias of the row */
const isNear = (owner: string) => sql`${sql.ref(`${owner}.namespace_id`)} = any (n.ancestor_ids)`

/**
 * Remove lists and scopes of former groups from the boards below a moved namespace, because no issue can get these any longer. A label or
 * milestone with the same title replaces them, if there is one. Issues are not changed.
 */
async function leaveFormerGroups(ctx: Context, movedId: number): Promise<void> {
  await replaceInLists(ctx, movedId, 'labels')
  await replaceInLists(ctx, movedId, 'milestones')
  await sql`
    delete from board_lists bl using ${boardsBelow(movedId)}, iterations it
    where bl.board_id = b.id and it.id = bl.iteration_id and not ${isNear('it')}`.execute(ctx.db)
  await sql`
    with far as (select bl.board_id, bl.label_id, ${namesake('labels')} as near_id from ${boardsBelow(movedId)}
        join board_labels bl on bl.board_id = b.id join labels old on old.id = bl.label_id where not ${isNear('old')}),
      gone as (delete from board_labels bl using far where bl.board_id = far.board_id and bl.label_id = far.label_id)
    insert into board_labels (board_id, label_id) select board_id, near_id from far where near_id is not null on conflict do nothing`.execute(
    ctx.db,
  )
  await sql`
    update boards set milestone_id = far.near_id from (select b.id, ${namesake('milestones')} as near_id from ${boardsBelow(movedId)}
      join milestones old on old.id = b.milestone_id where not ${isNear('old')}) far where boards.id = far.id`.execute(
    ctx.db,
  )
  await sql`
    update boards set iteration_id = null from (select b.id from ${boardsBelow(movedId)} join iterations it on it.id = b.iteration_id
      where not ${isNear('it')}) far where boards.id = far.id`.execute(ctx.db)
  await sql`
    update board_lists l set position = placed.place from (select bl.id, row_number() over (partition by bl.board_id order by bl.position, bl.id) - 1 as place
      from ${boardsBelow(movedId)} join board_lists bl on bl.board_id = b.id where bl.position is not null) placed
    where l.id = placed.id and l.position <> placed.place`.execute(ctx.db)
}

/** The id of the label or milestone with the title of `old` that belongs to the board's place, or else to the nearest group. */
const namesake = (table: 'labels' | 'milestones') =>
  sql`(select near.id from ${sql.table(table)} near where near.title = old.title and near.namespace_id = any (n.ancestor_ids)
    order by array_position(n.ancestor_ids, near.namespace_id) desc, near.id limit 1)`

async function replaceInLists(ctx: Context, movedId: number, table: 'labels' | 'milestones'): Promise<void> {
  const column = sql.ref(table === 'labels' ? 'label_id' : 'milestone_id')
  const far = sql`select bl.id, bl.board_id, bl.position, ${namesake(table)} as near_id from ${boardsBelow(movedId)}
    join board_lists bl on bl.board_id = b.id join ${sql.table(table)} old on old.id = bl.${column} where not ${isNear('old')}`
  await sql`
    update board_lists l set ${column} = first.near_id from (select distinct on (board_id, near_id) * from (${far}) far
      where near_id is not null order by board_id, near_id, position) first
    where l.id = first.id and not exists (select 1 from board_lists other where other.board_id = l.board_id and other.${column} = first.near_id)`.execute(
    ctx.db,
  )
  await sql`delete from board_lists l using (${far}) far where l.id = far.id`.execute(ctx.db)
}
