import type { IssuableFacts } from '#server/access/facts.ts'
import { type AbilityOf, may } from '#server/access/may.ts'
import { builder } from '#server/graphql/builder.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { issuableFactsOf } from './node.ts'

export type IssuableRule<Node> = (
  facts: IssuableFacts,
  context: GraphqlContext,
  node: Node,
) => boolean | Promise<boolean>

/** An ability, a rule of its own, or false for something that no one can do in Weft. */
type IssuableRight<Node> = AbilityOf<'issuable'> | false | IssuableRule<Node>

interface NodeOfIssuable {
  readonly id: number
  /** Given where they are loaded already. */
  readonly facts?: IssuableFacts
}

/**
 * The GraphQL type with the current user's permissions on an issuable.
 *
 * @param noun  as in "Permissions of the current user on the issue."
 * @param rights  by the names of their fields
 */
export const issuablePermissions = <Node extends NodeOfIssuable>(
  name: string,
  noun: string,
  rights: Readonly<Record<string, IssuableRight<Node>>>,
) =>
  builder.objectRef<Node>(name).implement({
    description: `Permissions of the current user on the ${noun}.`,
    fields: t =>
      Object.fromEntries(
        Object.entries(rights).map(([field, right]) => [
          field,
          t.boolean({ nullable: false, resolve: (node, _args, context) => hasRight(right, node, context) }),
        ]),
      ),
  })

async function hasRight<Node extends NodeOfIssuable>(
  right: IssuableRight<Node>,
  node: Node,
  context: GraphqlContext,
): Promise<boolean> {
  if (right === false) return false
  const facts = node.facts ?? (await issuableFactsOf(context, node.id))?.facts
  if (facts === undefined) return false
  return typeof right === 'string' ? may(context.weft.actor, right, facts) : right(facts, context, node)
}
