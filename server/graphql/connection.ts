import type { InterfaceRef, ObjectRef } from '@pothos/core'
import { GraphQLError } from 'graphql'
import { type RawBuilder, sql } from 'kysely'
import { type Reach, rowsInWindow, type SortKey, writeCursor } from '#server/platform/sql/keyset.ts'
import { builder, type SchemaTypes } from './builder.ts'
import type { GraphqlContext } from './context.ts'
import { rowsOfStep } from './same-step.ts'

/** One page of a list. */
export interface Page<Node> {
  readonly edges: readonly Edge<Node>[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  /** All of the list, however many pages; asked for only where the query does. */
  readonly count: () => number | Promise<number>
}

export interface Edge<Node> {
  readonly node: Node
  readonly cursor: string
}

const PageInfo = builder.objectRef<Page<unknown>>('PageInfo').implement({
  description: 'Pagination information for a connection.',
  fields: t => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { nullable: false }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', { nullable: false }),
    startCursor: t.string({ resolve: page => page.edges[0]?.cursor ?? null }),
    endCursor: t.string({ resolve: page => page.edges.at(-1)?.cursor ?? null }),
  }),
})

type Count = 'none' | 'nullable' | 'always'

/** Declare the connection of a type: nodes, edges, page info, and the count where the contract lists one. */
export function connectionOf<Node>(
  node: ObjectRef<SchemaTypes, Node, Node> | InterfaceRef<SchemaTypes, Node, Node>,
  options: { readonly name?: string; readonly count?: Count } = {},
): ObjectRef<SchemaTypes, Page<Node>, Page<Node>> {
  const name = options.name ?? node.name
  const edge = builder.objectRef<Edge<Node>>(`${name}Edge`).implement({
    description: `An edge in a connection of ${name}.`,
    fields: t => ({
      cursor: t.exposeString('cursor', { nullable: false }),
      // The type's own source is the node.
      node: t.field({ type: node, nullable: true, resolve: ({ node }) => node as never }),
    }),
  })
  return builder.objectRef<Page<Node>>(`${name}Connection`).implement({
    description: `A paginated list of ${name}.`,
    fields: t => ({
      nodes: t.field({
        type: [node],
        nullable: { list: true, items: true },
        resolve: page => page.edges.map(each => each.node) as never,
      }),
      edges: t.field({
        type: [edge],
        nullable: { list: true, items: true },
        resolve: page => page.edges as never,
      }),
      pageInfo: t.field({ type: PageInfo, nullable: false, resolve: page => page }),
      ...((options.count ?? 'none') === 'none'
        ? {}
        : { count: t.int({ nullable: options.count !== 'always', resolve: page => page.count() }) }),
    }),
  })
}

/** The arguments that every connection takes. */
export const pageArgs = builder.args(t => ({
  first: t.int({ description: 'Returns the first n elements from the list.' }),
  last: t.int({ description: 'Returns the last n elements from the list.' }),
  before: t.string({ description: 'Returns the elements that come before the cursor.' }),
  after: t.string({ description: 'Returns the elements that come after the cursor.' }),
}))

export interface PageArgs {
  readonly first?: number | null | undefined
  readonly last?: number | null | undefined
  readonly before?: string | null | undefined
  readonly after?: string | null | undefined
}

export const maxPageSize = 100
const maxNodes = 20_000

interface WantedPage {
  readonly limit: number
  readonly isBackward: boolean
  /** The number of items to keep from the end of a page that was read from the beginning. */
  readonly last: number | null
}

function wanted({ first, last }: PageArgs): WantedPage {
  for (const [name, value] of [
    ['first', first],
    ['last', last],
  ] as const) {
    if (typeof value === 'number' && value < 0) throw new GraphQLError(`${name} must not be negative`)
  }
  const limit = (value: number | null | undefined) => Math.min(value ?? maxPageSize, maxPageSize)
  const isBackward = typeof last === 'number' && typeof first !== 'number'
  return {
    limit: limit(isBackward ? last : first),
    isBackward,
    last: typeof last === 'number' && !isBackward ? last : null,
  }
}

/** Keep a request within its limit of nodes. @throws GraphQLError */
function spend(context: GraphqlContext, nodes: number): void {
  context.spent.nodes += nodes
  if (context.spent.nodes > maxNodes) {
    throw new GraphQLError(`The query requests more than ${maxNodes} nodes. Request smaller pages`)
  }
}

interface ConnectionRows {
  readonly columns: RawBuilder<unknown>
  /** The last key distinguishes any two rows. */
  readonly keys: readonly SortKey[]
}

/** Rows that a statement picks by a condition. */
interface Picked extends ConnectionRows {
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  /** The number of rows, if it is known without counting them. */
  readonly count?: () => number | Promise<number>
}

/** Rows that the list finds by itself. */
interface FoundRows extends ConnectionRows {
  readonly from: (reach: Reach) => RawBuilder<unknown>
  readonly count: () => number | Promise<number>
}

type Listing = Picked | FoundRows

/** A page of rows by key, in one statement; lists of the same step with the same `columns` share it. */
export async function pageOfRows<Node extends object>(
  context: GraphqlContext,
  args: PageArgs,
  listing: Listing,
): Promise<Page<Node>> {
  const { limit, isBackward, last } = wanted(args)
  const after = args.after ?? null
  const before = args.before ?? null
  const { rows, hasMore } = await rowsInWindow<Node>(
    <Row extends object>(statement: RawBuilder<unknown>) =>
      rowsOfStep<Row>(context, { statement, shape: listing.columns }),
    listing,
    { limit, isBackward, after, before },
  )
  const edges = rows.map(row => ({ node: row, cursor: row.cursor }))
  const shown = last === null ? edges : edges.slice(Math.max(edges.length - last, 0))
  spend(context, shown.length)
  return {
    edges: shown,
    hasNextPage: isBackward ? before !== null : hasMore,
    hasPreviousPage: isBackward ? hasMore : after !== null || shown.length < edges.length,
    count: 'where' in listing ? (listing.count ?? (() => countRows(context, listing))) : listing.count,
  }
}

async function countRows({ weft }: GraphqlContext, { from, where }: Picked): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from} where ${where}`.execute(weft.db)
  return rows[0]?.count ?? 0
}

/** A page of a list that is at hand as a whole. */
export function pageOfList<Node>(
  context: GraphqlContext,
  args: PageArgs,
  list: readonly Node[],
  keyOf: (node: Node) => number | string,
): Page<Node> {
  const { limit, isBackward, last } = wanted(args)
  const all = list.map(node => ({ node, cursor: writeCursor([String(keyOf(node))]) }))
  const place = (cursor: string | null | undefined, otherwise: number) => {
    if (cursor === null || cursor === undefined || cursor === '') return otherwise
    const found = all.findIndex(each => each.cursor === cursor)
    return found < 0 ? otherwise : found
  }
  const start = place(args.after, -1) + 1
  const end = Math.max(place(args.before, all.length), start)
  const from = isBackward ? Math.max(end - limit, start) : start
  const to = isBackward ? end : Math.min(start + limit, end)
  const shown = all.slice(last === null ? from : Math.max(from, to - last), to)
  spend(context, shown.length)
  return { edges: shown, hasNextPage: to < all.length, hasPreviousPage: from > 0, count: () => all.length }
}

export const emptyPage: Page<never> = { edges: [], hasNextPage: false, hasPreviousPage: false, count: () => 0 }
