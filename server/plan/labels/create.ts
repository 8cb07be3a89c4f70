import { sql } from 'kysely'
import { namespaceTopic } from '#contract/live-topics.ts'
import { defaultLabelColor } from '#contract/plan/labels/default-label-color.ts'
import type { Context } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { checkColor, checkLabelTitle, type LabelTitle, textColorOn } from './label.ts'

export interface NewLabel {
  readonly title: string
  readonly color: string
  readonly description?: string | null | undefined
  readonly archived?: boolean | undefined
  /** The priority of a project's label: lower is more important. */
  readonly priority?: number | null | undefined
}

/** The project or group in which a label is created: the caller has loaded it for `admin-labels`. */
interface LabelOwner {
  readonly id: number
  readonly kind: 'project' | 'group'
}

/**
 * Make a label.
 *
 * @throws Invalid  title or colour
 * @throws Conflict  the project, or a group above it, has one of that title
 */
export async function createLabel(ctx: Context, owner: LabelOwner, given: NewLabel): Promise<number> {
  const title = checkLabelTitle(given.title)
  const color = checkColor(given.color)
  await refuseTaken(ctx, owner.id, title)
  try {
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into labels (namespace_id, title, description, color, text_color, archived, created_at, updated_at)
        values (${owner.id}, ${title}, ${given.description ?? ''}, ${color}, ${textColorOn(color)}, ${given.archived ?? false},
          ${ctx.now}::timestamptz, ${ctx.now}::timestamptz) returning id
      ), ranked as (
        insert into label_priorities (project_id, label_id, priority)
        select ${owner.id}, made.id, ${given.priority ?? null}::integer from made where ${given.priority ?? null}::integer is not null
      )
      select id from made`.execute(ctx.db)
    const labelId = rows[0]?.id ?? 0
    await ctx.events.record('label.created', { labelId }, { namespaceId: owner.id, topics: [namespaceTopic(owner)] })
    return labelId
  } catch (error) {
    if (isTaken(error)) throw new Conflict('Label already exists', { cause: error })
    throw error
  }
}

/** @throws Conflict  the place or one above it has a label of that title */
export async function refuseTaken(ctx: Context, namespaceId: number, title: string, exceptId = 0): Promise<void> {
  const { rows } = await sql`
    select 1 from labels where title = ${title} and id <> ${exceptId}
      and namespace_id = any ((select ancestor_ids from namespaces where id = ${namespaceId})::bigint[]) limit 1`.execute(
    ctx.db,
  )
  if (rows.length > 0) throw new Conflict('Label already exists')
}

/** Make labels of the default colour by title, as far as they are not there. */
export async function addLabels(
  ctx: Context,
  namespaceId: number,
  titles: readonly string[],
): Promise<readonly LabelTitle[]> {
  if (titles.length === 0) return []
  const checked = titles.map(checkLabelTitle)
  const { rows } = await sql<LabelTitle>`
    insert into labels (namespace_id, title, color, text_color, created_at, updated_at)
    select ${namespaceId}, title, ${defaultLabelColor}, ${textColorOn(defaultLabelColor)}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from unnest(${checked}::text[]) title
    on conflict (namespace_id, title) do update set title = excluded.title
    returning id, title`.execute(ctx.db)
  return rows
}
