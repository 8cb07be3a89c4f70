import { sql } from 'kysely'
import { finder } from '#server/access/load.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'

/** The columns of a project that most use cases need. */
export interface ProjectRow {
  readonly id: number
  readonly path: string
  readonly fullPath: string
  readonly name: string
  readonly fullName: string
  readonly ancestorIds: readonly number[]
  readonly defaultBranch: string
}

/** A project by its numeric id or its full path (in any case). */
export const projectByRef = finder('project', 'Project', async (ctx: Context, { id }: { readonly id: number | string }) => {
  const found = await ctx.db
    .selectFrom('namespaces as n')
    .innerJoin('projects as p', 'p.id', 'n.id')
    .select(['n.id', 'n.path', 'n.fullPath', 'n.name', 'n.fullName', 'n.ancestorIds', 'p.defaultBranch'])
    .select(namespaceFacts(ctx.actor, 'n').as('facts'))
    .where(namespaceIs(id))
    .executeTakeFirst()
  return found === undefined ? null : { row: found as ProjectRow, facts: found.facts as NamespaceFacts }
})

/** The condition that `namespaces as n` is the one of an id or a full path. */
export function namespaceIs(ref: number | string) {
  return typeof ref === 'number' ? sql<boolean>`n.id = ${ref}` : sql<boolean>`lower(n.full_path) = lower(${ref})`
}
