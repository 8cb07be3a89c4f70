import type { NamespaceFacts } from '#server/access/facts.ts'
import type { Actor } from '#server/context.ts'
import type { Project } from './nodes.ts'

type FieldBuilder = Parameters<NonNullable<Parameters<(typeof Project)['implement']>[0]['fields']>>[0]

/** The GraphQL fields that namespaces of all kinds have alike. */
export const sharedFields = (t: FieldBuilder) => ({
  path: t.exposeString('path', { nullable: false }),
  fullPath: t.exposeID('fullPath', { nullable: false }),
  description: t.exposeString('description'),
  descriptionHtml: t.exposeString('descriptionHtml'),
  visibility: t.exposeString('visibility'),
  avatarUrl: t.exposeString('avatarUrl'),
})

/** A field for each right of a table, whether the actor has it. */
export const rightFields = (
  t: FieldBuilder,
  rights: Readonly<Record<string, (actor: Actor, facts: NamespaceFacts) => boolean>>,
) =>
  Object.fromEntries(
    Object.entries(rights).map(([name, right]) => [
      name,
      t.boolean({ nullable: false, resolve: (node, _args, { weft }) => right(weft.actor, node.facts) }),
    ]),
  )
