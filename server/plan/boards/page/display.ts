import { sql } from 'kysely'
import type { InputOf } from '#contract/operation.ts'
import { type boardGroupings, mostCollapsedLanes } from '#contract/plan/boards/board-cards.ts'
import type { setBoardDisplay } from '#contract/plan/boards/board-pages.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { objectWhere } from '#server/platform/sql/shape.ts'
import type { AskedLanes } from './lanes.ts'

/** The viewer's own look at a board. */
export interface Display {
  readonly groupBy: (typeof boardGroupings)[number]
  readonly groupScope: string | null
  readonly labelIds: readonly number[]
  /** Keys of lanes such as `epic:7`. */
  readonly collapsedLanes: readonly string[]
}

/** The grouping of a board in its address. */
interface AskedGrouping {
  readonly groupBy?: Display['groupBy'] | undefined
  readonly groupScope?: string | undefined
  /** Ids, joined by commas. */
  readonly groupLabels?: string | undefined
}

const usual: Display = { groupBy: 'none', groupScope: null, labelIds: [], collapsedLanes: [] }

/** A Display over `board_displays d`; null where there is none. */
export const displayJson = objectWhere(sql`d.board_id`, {
  groupBy: sql`d.group_by`,
  groupScope: sql`d.group_scope`,
  labelIds: sql`d.label_ids`,
  collapsedLanes: sql`d.collapsed_lanes`,
})

/** The lanes of a board: those of its address, or else those that the viewer has chosen last. Null without lanes. */
export function lanesAsked(stored: Display | null, asked: AskedGrouping, count: number): AskedLanes | null {
  const display = stored ?? usual
  const { groupBy: by, groupScope, labelIds } = asked.groupBy === undefined ? display : groupingOf(asked)
  if (by === 'none') return null
  const collapsed = display.collapsedLanes.flatMap(name => {
    const [attribute, id] = name.split(':')
    return attribute === by ? Number(id) : []
  })
  return { by, scope: groupScope, labelIds, count, collapsed }
}

/** Only lanes of labels have a scope or chosen labels, and only one of both. */
function groupingOf({ groupBy = 'none', groupScope, groupLabels }: AskedGrouping) {
  const labelIds = groupBy === 'label' ? (groupLabels ?? '').split(',').filter(Boolean).map(Number) : []
  return { groupBy, groupScope: (groupBy === 'label' && labelIds.length === 0 && groupScope) || null, labelIds }
}

/** Remember how the actor groups a board, or a lane that they collapse or expand. */
export async function setDisplay(
  ctx: Context,
  boardId: number,
  { groupBy, groupScope, groupLabels, lane }: InputOf<typeof setBoardDisplay>,
): Promise<void> {
  const at = sql`user_id = ${userIdOf(ctx)} and board_id = ${boardId}`
  await sql`insert into board_displays (user_id, board_id) values (${userIdOf(ctx)}, ${boardId}) on conflict do nothing`.execute(
    ctx.db,
  )
  if (groupBy !== undefined) {
    const grouping = groupingOf({ groupBy, groupScope, groupLabels })
    await sql`update board_displays set group_by = ${groupBy}, group_scope = ${grouping.groupScope},
      label_ids = ${[...grouping.labelIds]}::bigint[] where ${at}`.execute(ctx.db)
  }
  if (lane !== undefined) {
    const others = sql`array_remove(collapsed_lanes, ${`${lane.by}:${lane.id}`})`
    const all = lane.collapsed ? sql`${others} || ${`${lane.by}:${lane.id}`}::text` : others
    // The newest stay.
    await sql`update board_displays set collapsed_lanes = (${all})[greatest(1, cardinality(${all}) - ${sql.lit(mostCollapsedLanes - 1)}):]
      where ${at}`.execute(ctx.db)
  }
}
