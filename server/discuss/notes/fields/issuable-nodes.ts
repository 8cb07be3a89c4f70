import { type RawBuilder, sql } from 'kysely'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { batch, byId } from '#server/graphql/batch.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'

/** Whether a client's text can be the number of an issuable. */
export const isIid = (iid: string): boolean => /^\d{1,9}$/.test(iid)

interface NodeSource {
  readonly series: IssuableSeries
  /** The columns over `issuables i` and `tables`, with the names of the node. */
  readonly columns: RawBuilder<unknown>
  readonly tables: RawBuilder<unknown>
}

/**
 * The GraphQL look-ups of the issuables of a series: null for one that does not exist or that the actor may not know
 * of.
 */
export function issuableNodes<Node extends { readonly id: number }>({ series, columns, tables }: NodeSource) {
  const nodeById = batch<number, Node | null>(async (ctx, ids) => {
    const { rows } = await sql<Node>`
      select ${columns} from issuables i ${tables}
      where i.id = any (${[...ids]}::bigint[]) and ${visibleIssuables(ctx.actor, 'i', { series })}`.execute(ctx.db)
    return byId(rows)
  })
  /** @param iid  the text of a client; text that is not a number finds nothing */
  const byNumber = async ({ weft }: GraphqlContext, namespaceId: number, iid: string): Promise<Node | null> => {
    if (!isIid(iid)) return null
    const { rows } = await sql<Node>`
      select ${columns} from issuables i ${tables}
      where i.namespace_id = ${namespaceId} and i.iid = ${Number(iid)} and ${visibleIssuables(weft.actor, 'i', { series })}`.execute(
      weft.db,
    )
    return rows[0] ?? null
  }
  return { byId: nodeById, byNumber }
}
