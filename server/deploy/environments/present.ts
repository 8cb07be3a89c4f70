import { type RawBuilder, sql } from 'kysely'
import {
  approvalStatuses,
  autoStopSettings,
  deploymentStatuses,
  environmentStates,
  environmentTiers,
} from '#contract/deploy/environments/environment-words.ts'
import type { Deployment, Environment } from '#contract/deploy/environments/environments.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { arrayOf, columnsOf, object, type WireFields, wordColumn } from '#server/platform/sql/shape.ts'
import type { Settings } from '#server/settings.ts'

const e = columnsOf('environments', 'e')
const d = columnsOf('deployments', 'd')
const da = columnsOf('deploymentApprovals', 'da')

/** Environment of `environments e`. */
export const environmentFields: WireFields<typeof Environment> = {
  ...e.fields('id', 'name', 'slug', 'description', 'externalUrl', 'autoStopIn'),
  state: wordColumn(environmentStates, e('state')),
  tier: wordColumn(environmentTiers, e('tier')),
  ...e.moments('createdAt', 'updatedAt'),
  ...e.moments('autoStopAt'),
  auto_stop_setting: wordColumn(autoStopSettings, e('autoStopSetting')),
}

/** Deployment of `deployments d` and its `environments e`. @source rest.md 15.6 */
export const deploymentFields = (settings: Settings): WireFields<typeof Deployment> => ({
  ...d.fields('id', 'iid', 'ref', 'sha'),
  ...d.moments('createdAt', 'updatedAt', 'finishedAt'),
  status: wordColumn(deploymentStatuses, d('status')),
  user: sql`(select ${userBasicJson(settings, 'du')} from users du where du.id = d.user_id)`,
  environment: object({ ...e.fields('id', 'name', 'slug', 'externalUrl'), ...e.moments('createdAt', 'updatedAt') }),
  deployable: sql.lit(null),
  tag: d('isTag'),
  in_freeze: d('inFreeze'),
  rollback: d('isRollback'),
})

/** The environment and its newest successful deployment, over `environments e`. */
export const environmentDetailJson = (settings: Settings): RawBuilder<unknown> =>
  object({
    ...environmentFields,
    last_deployment: sql`(select ${object(deploymentFields(settings))} from deployments d where d.id = (${currentDeployment}))`,
  })

/** The id of the deployment that `environments e` has: the newest that succeeded. */
export const currentDeployment = sql`select cd.id from deployments cd where cd.environment_id = e.id and cd.status = 'success'
  order by cd.finished_at desc, cd.id desc limit 1`

/** DeploymentApproval of `deployment_approvals da`. */
export const approvalJson = (settings: Settings): RawBuilder<unknown> =>
  object({
    user: sql`(select ${userBasicJson(settings, 'au')} from users au where au.id = da.user_id)`,
    status: wordColumn(approvalStatuses, da('status')),
    ...da.moments('createdAt'),
    comment: sql`coalesce(da.comment, '')`,
  })

/** The approvals of `deployments d`, oldest first. @param where  on `deployment_approvals da` */
export const approvalsJson = (settings: Settings, where: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> =>
  arrayOf(
    approvalJson(settings),
    sql`from deployment_approvals da where da.deployment_id = d.id and ${where}`,
    sql`da.id`,
  )
