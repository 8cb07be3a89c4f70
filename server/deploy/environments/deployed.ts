import { type RawBuilder, sql } from 'kysely'
import { visibleEnvironments } from '#server/access/visible.ts'
import type { DeployedFilter } from '#server/code/merge-requests/list/filter.ts'
import type { Context } from '#server/context.ts'

/** SQL for the merge requests, on `issuables i`, that came with a deployment that the actor may know of. */
export const deployedCondition = (
  { actor }: Context,
  { environment, after, before }: DeployedFilter,
): RawBuilder<unknown> => sql`exists (
  select 1 from deployment_merge_requests dm join deployments d on d.id = dm.deployment_id join environments e on e.id = d.environment_id
    join namespaces dn on dn.id = d.namespace_id join projects dp on dp.id = d.namespace_id
  where dm.merge_request_id = i.id and not dm.is_removed and d.status = 'success' and ${visibleEnvironments(actor, 'dn', 'dp')}
    ${environment === undefined ? sql`` : sql`and e.name = ${environment}`}
    ${after === undefined ? sql`` : sql`and d.finished_at > ${after}::timestamptz`}
    ${before === undefined ? sql`` : sql`and d.finished_at < ${before}::timestamptz`})`

/** SQL for the first time that a merge request, `issuables i`, came to production, for those who may know of it. */
export const firstDeployedToProduction = ({ actor }: Context): RawBuilder<unknown> => sql`(
  select iso(min(d.finished_at)) from deployment_merge_requests dm join deployments d on d.id = dm.deployment_id
    join environments e on e.id = d.environment_id join namespaces dn on dn.id = d.namespace_id join projects dp on dp.id = d.namespace_id
  where dm.merge_request_id = i.id and not dm.is_removed and d.status = 'success' and e.tier = 'production'
    and ${visibleEnvironments(actor, 'dn', 'dp')})`
