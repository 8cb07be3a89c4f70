import { sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { placeHeaderJson } from './header.ts'
import { keptCount } from './kept-counts.ts'

/** The header of a project's or group's page, with the open issues that the viewer may know of. One statement. */
export async function showHeader(
  ctx: Context,
  place: { readonly id: number; readonly facts: NamespaceFacts },
): Promise<RawJson> {
  const openIssues = place.facts.kind === 'project' ? keptCount(ctx, place, 'opened') : null
  const { rows } = await sql<{ header: string }>`
    select ${placeHeaderJson(ctx.services.settings, ctx.actor, place.facts, openIssues)}::text as header
    from namespaces n where n.id = ${place.id}`.execute(ctx.db)
  return new RawJson(rows[0]?.header ?? 'null')
}
