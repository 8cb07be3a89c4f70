import { GraphQLError } from 'graphql'
import { type RawBuilder, sql } from 'kysely'
import { issuableKindOf, issuableKinds } from '#contract/issuable-kinds.ts'
import { issueTopic } from '#contract/live-topics.ts'
import { builder, type SchemaTypes } from '#server/graphql/builder.ts'
import { type GraphqlContext, type Look, unauthorizedSubscription } from '#server/graphql/context.ts'
import { attributeNames, attributes } from '../all-attributes.ts'
import type { AttributeName } from '../values.ts'
import { Issue, type IssueNode, issueNode } from './issue-node.ts'

/** The attributes whose changes each subscription announces. */
const announced = Map.groupBy(
  attributeNames.filter(name => attributes[name].graphql?.subscription !== undefined),
  name => attributes[name].graphql?.subscription ?? '',
)

/** A fingerprint of the stored value, from `issuables i`. */
function fingerprintOf(name: AttributeName): RawBuilder<unknown> {
  const { storage } = attributes[name]
  if (!('table' in storage)) return sql`md5(${sql.ref(`i.${storage.column}`)}::text)`
  const id = sql.ref(storage.column)
  return sql`(select array_agg(${id} order by ${id}) from ${sql.table(storage.table)} where issuable_id = i.id)`
}

/** A fingerprint of some attributes as they are now. */
async function stateOf({ weft }: GraphqlContext, issueId: number, names: readonly AttributeName[]) {
  const { rows } = await sql<{ state: string }>`
    select json_build_array(${sql.join(names.map(fingerprintOf))})::text as state from issuables i where i.id = ${issueId}`.execute(
    weft.db,
  )
  return rows[0]?.state ?? null
}

/** The issue whenever one of some attributes has changed, as long as the listener may know of it. @throws GraphQLError */
async function listen(
  context: GraphqlContext,
  issueId: number,
  names: readonly AttributeName[],
): Promise<AsyncIterable<IssueNode>> {
  const { watch } = context
  if (watch === null || (await issueNode(context, issueId)) === null) throw new GraphQLError(unauthorizedSubscription)
  let known = await stateOf(context, issueId, names)
  return watch([issueTopic(issueId)], async (): Promise<Look<IssueNode>> => {
    context.loaders.clear()
    const issue = await issueNode(context, issueId)
    if (issue === null) return 'gone'
    const state = await stateOf(context, issueId, names)
    if (state === known) return 'same'
    known = state
    return { value: issue }
  })
}

interface IssuableNode {
  /** The type in its stored form. */
  readonly type: string
}

const issuableTypes: PothosSchemaTypes.ObjectRef<SchemaTypes, IssuableNode>[] = [Issue]

/** Let subscriptions answer with another kind of issuable. @param type  has the kind's name in the contract */
export function issuableType(type: (typeof issuableTypes)[number]): void {
  issuableTypes.push(type)
}

export const Issuable = builder.unionType('Issuable', {
  types: () => issuableTypes,
  resolveType: ({ type }) => issuableKinds[issuableKindOf(type)].contractType,
})

export function issueSubscriptions(): void {
  for (const [subscription, names] of announced) {
    builder.subscriptionField(subscription, t =>
      t.field({
        type: Issuable,
        description: 'Triggered when the item is updated.',
        args: { issuableId: t.arg({ type: 'IssuableID', required: true }) },
        subscribe: (_root, { issuableId }, context) => listen(context, issuableId.id, names),
        resolve: issue => issue,
      }),
    )
  }
}
