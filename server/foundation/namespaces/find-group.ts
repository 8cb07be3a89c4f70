import type { Visibility } from '#contract/shapes.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { finder } from '#server/access/load.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { namespaceIs } from './find.ts'
import { refuseMoved } from './moved.ts'

/** The columns of a group that most use cases need. */
export interface GroupRow {
  readonly id: number
  readonly path: string
  readonly fullPath: string
  readonly name: string
  readonly fullName: string
  readonly parentId: number | null
  readonly ancestorIds: readonly number[]
  readonly visibility: Visibility
  readonly updatedAt: string
}

/**
 * A group by its numeric id or its full path (in any case).
 *
 * @throws Moved  the path is a former one of a group the actor may know
 */
export const groupByRef = finder('group', 'Group', (ctx: Context, { id }: { readonly id: number | string }) =>
  findGroup(ctx, id),
)

/** The same, by the full path as in the address of a page. */
export const groupByPath = finder('group', 'Group', (ctx: Context, { namespace }: { readonly namespace: string }) =>
  findGroup(ctx, namespace),
)

export async function findGroup(ctx: Context, ref: number | string) {
  const found = await ctx.db
    .selectFrom('namespaces as n')
    .select([
      'n.id',
      'n.path',
      'n.fullPath',
      'n.name',
      'n.fullName',
      'n.parentId',
      'n.ancestorIds',
      'n.visibility',
      'n.updatedAt',
    ])
    .select(namespaceFacts(ctx.actor, 'n').as('facts'))
    .where('n.kind', '=', 'group')
    .where(namespaceIs(ref))
    .executeTakeFirst()
  if (found === undefined) {
    await refuseMoved(ctx, ref, 'group')
    return null
  }
  const { facts, ...row } = found
  // The column's check knows the three words of a visibility.
  return { row: row as GroupRow, facts: facts as NamespaceFacts }
}
