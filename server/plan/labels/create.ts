import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { LabelTitle } from './label.ts'
import { checkLabelTitle, defaultColor, textColorOn } from './label.ts'

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
    select ${namespaceId}, title, ${defaultColor}, ${textColorOn(defaultColor)}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from unnest(${checked}::text[]) title
    on conflict (namespace_id, title) do update set title = excluded.title
    returning id, title`.execute(ctx.db)
  return rows
}
