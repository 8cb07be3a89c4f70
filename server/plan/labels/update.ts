import { type RawBuilder, sql } from 'kysely'
import { namespaceTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { noneGiven } from '#server/errors.ts'
import type { Current } from '#server/slice.ts'
import { refuseTaken } from './create.ts'
import type { LabelRow } from './find.ts'
import { checkColor, checkLabelTitle, textColorOn } from './label.ts'

export interface LabelChanges {
  readonly newName?: string | undefined
  readonly color?: string | undefined
  readonly description?: string | null | undefined
  readonly archived?: boolean | undefined
  /** Null takes it away. */
  readonly priority?: number | null | undefined
}

/**
 * Change a label.
 *
 * @throws Malformed  nothing is given
 * @throws Invalid  title or colour
 * @throws Conflict  the new title is taken
 */
export async function updateLabel(
  ctx: Context,
  label: Allowed<'label:admin', LabelRow>,
  changes: LabelChanges,
): Promise<void> {
  const { newName, color, description, archived, priority } = changes
  if ([newName, color, description, archived, priority].every(value => value === undefined)) {
    throw noneGiven('new_name', 'color', 'description', 'priority', 'archived')
  }
  const sets: RawBuilder<unknown>[] = [sql`updated_at = ${ctx.now}::timestamptz`]
  if (newName !== undefined) {
    const title = checkLabelTitle(newName)
    await refuseTaken(ctx, label.placeId, title, label.id)
    sets.push(sql`title = ${title}`)
  }
  if (color !== undefined) {
    const checked = checkColor(color)
    sets.push(sql`color = ${checked}, text_color = ${textColorOn(checked)}`)
  }
  if (description !== undefined) sets.push(sql`description = ${description ?? ''}`)
  if (archived !== undefined) sets.push(sql`archived = ${archived}`)
  await sql`update labels set ${sql.join(sets)} where id = ${label.id}`.execute(ctx.db)
  if (priority !== undefined && label.placeKind === 'project') await rank(ctx, label, priority)
  await ctx.events.record(
    'label.updated',
    { labelId: label.id },
    { namespaceId: label.namespaceId, topics: [namespaceTopic({ id: label.placeId, kind: label.placeKind })] },
  )
}

/** The label as it is, held until the transaction ends. */
export async function currentLabel(ctx: Context, { id }: Pick<LabelRow, 'id'>): Promise<Current> {
  const { rows } = await sql<NonNullable<Current>>`
    select title as name, color, description from labels where id = ${id} for no key update`.execute(ctx.db)
  return rows[0]
}

async function rank(ctx: Context, label: LabelRow, priority: number | null): Promise<void> {
  await (priority === null
    ? sql`delete from label_priorities where project_id = ${label.placeId} and label_id = ${label.id}`.execute(ctx.db)
    : sql`insert into label_priorities (project_id, label_id, priority) values (${label.placeId}, ${label.id}, ${priority})
        on conflict (project_id, label_id) do update set priority = excluded.priority`.execute(ctx.db))
}
