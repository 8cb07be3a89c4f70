import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { batch, groupedBy } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, type PageArgs, pageOfList } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { linksOf } from '#server/plan/links/queries.ts'
import { WorkItem, workItemNode } from './node.ts'
import { ItemState, stateOf } from './states.ts'

interface LinkNode {
  readonly itemId: number
  readonly linkId: number
  readonly linkType: string
  readonly otherId: number
  readonly otherState: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** The links of work items to those that the actor may know of. */
const linksOfItem = batch<number, readonly LinkNode[]>(async (ctx, ids) => {
  const { rows } = await sql<LinkNode>`
    select asked.id as item_id, k.id as link_id, k.link_type, k.other_id, i.state as other_state, k.created_at, k.updated_at
    from unnest(${[...ids]}::bigint[]) asked (id) cross join lateral ${linksOf(sql.ref('asked.id'))} k join issuables i on i.id = k.other_id
    where ${visibleIssuables(ctx.actor, 'i')} order by k.position nulls last, k.id`.execute(ctx.db)
  return groupedBy(rows, row => row.itemId)
})

/** The kinds of links by their words in inputs. */
export const linkTypes = { RELATED: 'relates_to', BLOCKS: 'blocks', BLOCKED_BY: 'is_blocked_by' } as const

export const LinkType = builder.enumType('WorkItemRelatedLinkType', {
  values: Object.fromEntries(Object.entries(linkTypes).map(([word, value]) => [word, { value }])) as {
    [Word in keyof typeof linkTypes]: { value: (typeof linkTypes)[Word] }
  },
})

const Linked = builder.objectRef<LinkNode>('LinkedWorkItemType').implement({
  description: 'A link to another work item.',
  fields: t => ({
    linkId: t.id({ nullable: false, resolve: link => gid('WorkItems::RelatedWorkItemLink', link.linkId) }),
    linkType: t.exposeString('linkType', { nullable: false }),
    linkCreatedAt: t.field({ type: 'Time', nullable: false, resolve: link => link.createdAt }),
    linkUpdatedAt: t.field({ type: 'Time', nullable: false, resolve: link => link.updatedAt }),
    workItemState: t.field({ type: ItemState, nullable: false, resolve: ({ otherState }) => stateOf(otherState) }),
    workItem: t.field({ type: WorkItem, resolve: (link, _args, context) => workItemNode(context, link.otherId) }),
  }),
})

export const LinkedConnection = connectionOf(Linked)

interface LinkedArgs extends PageArgs {
  readonly filter?: LinkNode['linkType'] | null | undefined
}

/** A page of the links of a work item. */
export async function linkedItemsPage(context: GraphqlContext, itemId: number, { filter, ...args }: LinkedArgs) {
  const links = await linksOfItem(context, itemId)
  const shown = filter == null ? links : links.filter(link => link.linkType === filter)
  return pageOfList(context, args, shown, link => link.linkId)
}
