import { sql } from 'kysely'
import { may } from '#server/access/may.ts'
import { namedLike } from '#server/foundation/namespaces/cards.ts'
import { mayCreateProjectsIn } from '#server/foundation/namespaces/creating.ts'
import { NamespaceConnection, Project, placesPage } from '#server/foundation/namespaces/nodes.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder } from '#server/graphql/builder.ts'
import { pageArgs } from '#server/graphql/connection.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'

/** @source graphql.md 6: `Project.forkTargets` */
export function forksFields(): void {
  builder.objectField(Project, 'forkTargets', t =>
    t.field({
      type: NamespaceConnection,
      description: 'Namespaces that the current user can fork the project into, their own first.',
      args: { ...pageArgs, search: t.arg.string() },
      resolve: (node, { search, ...args }, context) => {
        const { actor } = context.weft
        if (actor.kind !== 'user' || !may(actor, 'project:fork', node.facts)) return null
        return placesPage(
          context,
          args,
          sql`${mayCreateProjectsIn(actor)} and ${namedLike(bounded('search', search) ?? undefined)}`,
          [
            { value: sql`(n.kind = 'user')::integer`, type: 'integer', direction: 'desc' },
            { value: nameOrder(sql`n.full_name`), type: 'text', direction: 'asc' },
            { value: sql`n.id`, type: 'bigint', direction: 'asc' },
          ],
        )
      },
    }),
  )
}
