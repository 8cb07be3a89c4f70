import { sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { allFreezePeriods } from '../../freeze-periods/periods.ts'
import { presentProtection } from '../../protected-environments/present.ts'
import { inheritedProtections, protectionsOf } from '../../protected-environments/rules.ts'

const mostNames = 100

/** Protected environments and freeze periods of a project. */
export async function showDeploySettings(
  ctx: Context,
  project: { readonly id: number; readonly facts: NamespaceFacts },
) {
  const { rows } = await sql<{
    name: string
  }>`select e.name from environments e where e.namespace_id = ${project.id} and e.state = 'available'
      and not exists (select 1 from protected_environments pe where pe.namespace_id = e.namespace_id and pe.name = e.name)
    order by e.tier = 'production' desc, e.name limit ${mostNames}`.execute(ctx.db)
  return {
    namespace: await showHeader(ctx, project),
    protectedEnvironments: (await protectionsOf(ctx, project)).map(presentProtection),
    inherited: (await inheritedProtections(ctx, project)).map(each => ({
      ...presentProtection(each),
      group: each.namespaceName,
    })),
    freezePeriods: await allFreezePeriods(ctx, project.id),
    unprotectedNames: rows.map(({ name }) => name),
  }
}
