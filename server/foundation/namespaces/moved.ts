import { sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { Moved } from '#server/errors.ts'

/**
 * Report the current path of a project or group, after its former path was not found, if the actor may know of it.
 *
 * @throws Moved  with its id and present path
 */
export async function refuseMoved(ctx: Context, ref: number | string, kind: 'project' | 'group'): Promise<void> {
  if (typeof ref === 'number') return
  const found = await ctx.db
    .selectFrom('redirects as r')
    .innerJoin('namespaces as n', 'n.id', 'r.namespaceId')
    .select(['n.id', 'n.fullPath'])
    .select(namespaceFacts(ctx.actor, 'n').as('facts'))
    .where('r.path', '=', sql<string>`lower(${ref})`)
    .where('n.kind', '=', kind)
    .executeTakeFirst()
  if (found === undefined) return
  const facts: NamespaceFacts = found.facts
  const readable = kind === 'project' ? may(ctx.actor, 'project:read', facts) : may(ctx.actor, 'group:read', facts)
  if (readable) throw new Moved(found.id, found.fullPath, ref)
}
