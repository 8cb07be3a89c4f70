import { type RawBuilder, sql } from 'kysely'
import type { Visibility } from '#contract/shapes.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { finder } from '#server/access/load.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'

/** The columns of a namespace that other things are put into. */
export interface NamespaceRow {
  readonly id: number
  readonly kind: 'user' | 'group'
  readonly fullPath: string
  readonly ownerId: number | null
  readonly ancestorIds: readonly number[]
  readonly visibility: Visibility
  readonly inactive: boolean
}

/** A group or a user's own namespace by its numeric id or its full path (in any case). */
export const namespaceByRef = finder(
  'namespace',
  'Namespace',
  (ctx: Context, { id }: { readonly id: number | string }) => find(ctx, namespaceIs(id)),
)

/** The own namespace of a user, by the user's id. */
export const namespaceOfUser = finder(
  'namespace',
  'Namespace',
  (ctx: Context, { userId }: { readonly userId: number }) =>
    find(ctx, sql<boolean>`n.kind = 'user' and n.owner_id = ${userId}`),
)

async function find(ctx: Context, condition: RawBuilder<boolean>) {
  const found = await ctx.db
    .selectFrom('namespaces as n')
    .select(['n.id', 'n.kind', 'n.fullPath', 'n.ownerId', 'n.ancestorIds', 'n.visibility', 'n.inactive'])
    .select(namespaceFacts(ctx.actor, 'n').as('facts'))
    .where('n.kind', 'in', ['user', 'group'])
    .where(condition)
    .executeTakeFirst()
  if (found === undefined) return null
  const { facts, ...row } = found
  // The columns' checks know these words.
  return { row: row as NamespaceRow, facts: facts as NamespaceFacts }
}

/**
 * The condition that `namespaces as n` is the one of an id or a full path.
 *
 * @param place  the parameter of the value in a statement that is compiled once; the value itself when left out
 */
export function namespaceIs(ref: number | string, place: unknown = ref) {
  return typeof ref === 'number' ? sql<boolean>`n.id = ${place}` : sql<boolean>`lower(n.full_path) = lower(${place})`
}
