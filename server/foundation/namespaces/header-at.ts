import { sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { openIssuesSql, placeHeaderJson } from './header.ts'

/** The PlaceHeader of the group or project at a path; null where there is none that the viewer may know of. */
export async function placeHeaderAt(ctx: Context, fullPath: string): Promise<RawJson | null> {
  const { rows } = await sql<{ id: number; facts: NamespaceFacts }>`
    select n.id, ${namespaceFacts(ctx.actor, 'n')} as facts from namespaces n
    where lower(n.full_path) = lower(${fullPath}) and n.kind <> 'user'`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) return null
  const { id, facts } = found
  if (!may(ctx.actor, facts.kind === 'project' ? 'project:read' : 'group:read', facts)) return null
  const openIssues = facts.kind === 'project' ? openIssuesSql(ctx.actor, facts) : null
  const { header } = await ctx.db
    .selectFrom('namespaces as n')
    .select(sql<string>`${placeHeaderJson(ctx.services.settings, ctx.actor, facts, openIssues)}::text`.as('header'))
    .where('n.id', '=', id)
    .executeTakeFirstOrThrow()
  return new RawJson(header)
}
