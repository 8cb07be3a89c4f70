import { type Static, Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, largestInteger, Nullable, Words } from '#contract/shapes.ts'
import { DeploymentApproval } from './deployments.ts'
import { deploymentStatuses, environmentStates, environmentTiers } from './environment-words.ts'
import { FreezePeriod } from './freeze-periods.ts'
import { ProtectedEnvironment } from './protected-environments.ts'

const page = operationsOf('Environment pages')
const place = { namespace: Type.String({ maxLength: 1000 }) }

export const DeploymentOnPage = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  status: Words(deploymentStatuses),
  ref: Type.String(),
  tag: Type.Boolean(),
  sha: Type.String(),
  /** Null for viewers who cannot read the code, and for a commit that is gone. */
  commitTitle: Nullable(Type.String()),
  user: Nullable(UserBasic),
  createdAt: DateTime,
  finishedAt: Nullable(DateTime),
  /** The page of the job that deployed it. */
  targetUrl: Nullable(Type.String()),
  inFreeze: Type.Boolean(),
  rollback: Nullable(Type.Boolean()),
})
export type DeploymentOnPage = Static<typeof DeploymentOnPage>

const environment = {
  id: Type.Integer(),
  name: Type.String(),
  tier: Words(environmentTiers),
  state: Words(environmentStates),
  externalUrl: Nullable(Type.String()),
  isProtected: Type.Boolean(),
  /** The deployment that it has now: the newest successful one. */
  current: Nullable(DeploymentOnPage),
}

export const EnvironmentOnPage = Type.Object({
  ...environment,
  /** The newest deployment, where it is not the current one. */
  upcoming: Nullable(DeploymentOnPage),
})
export type EnvironmentOnPage = Static<typeof EnvironmentOnPage>

/** The freeze period that the project is in. */
const Freeze = Nullable(
  Type.Object({
    /** `2026-12-28 07:00`, by the clock of the time zone; empty if it never ends. */
    until: Type.String(),
    timeZone: Type.String(),
  }),
)

const permissions = Type.Object({
  canUpdateEnvironments: Type.Boolean(),
  canAdminEnvironments: Type.Boolean(),
  canReadCode: Type.Boolean(),
})

const Page = Type.Optional(Type.Integer({ minimum: 1, maximum: largestInteger }))

export const environmentsPage = page({
  name: 'environmentsPage',
  summary: 'Get data for the environments page of a project',
  at: 'GET /-/pages/environments',
  input: Type.Object({
    ...place,
    state: Type.Optional(Words(environmentStates)),
    search: Type.Optional(Type.String({ maxLength: 255 })),
    page: Page,
  }),
  reply: Type.Object({
    namespace: PlaceHeader,
    /** By tier, production first, then by name. */
    environments: Type.Array(EnvironmentOnPage),
    hasNext: Type.Boolean(),
    counts: Type.Object({ available: Type.Integer(), stopped: Type.Integer() }),
    freeze: Freeze,
    permissions,
  }),
})
export type EnvironmentsPage = Static<typeof environmentsPage.reply>

const CarriedMergeRequest = Type.Object({ iid: Type.Integer(), title: Type.String(), isRemoved: Type.Boolean() })

export const DeploymentInHistory = Type.Object({
  ...DeploymentOnPage.properties,
  isCurrent: Type.Boolean(),
  /** At most 20; empty for viewers who cannot read merge requests. */
  mergeRequests: Type.Array(CarriedMergeRequest),
  mergeRequestsCount: Type.Integer(),
  /** Issues that these merge requests close and the viewer can read; at most 20. */
  issues: Type.Array(Type.Object({ iid: Type.Integer(), title: Type.String(), path: Type.String() })),
  approvals: Type.Array(DeploymentApproval),
  pendingApprovals: Type.Integer(),
  /** Whether the viewer can approve or reject it. */
  canReview: Type.Boolean(),
})
export type DeploymentInHistory = Static<typeof DeploymentInHistory>

const described = {
  description: Nullable(Type.String()),
  autoStopIn: Nullable(Type.String()),
  autoStopAt: Nullable(DateTime),
}

export const newEnvironmentPage = page({
  name: 'newEnvironmentPage',
  summary: 'Get data for the form of a new environment',
  at: 'GET /-/pages/new_environment',
  input: Type.Object(place),
  reply: Type.Object({ namespace: PlaceHeader }),
})

export const editEnvironmentPage = page({
  name: 'editEnvironmentPage',
  summary: 'Get data for the form of an environment',
  at: 'GET /-/pages/edit_environment',
  input: Type.Object({ ...place, environmentId: Type.Integer({ minimum: 1 }) }),
  reply: Type.Object({
    namespace: PlaceHeader,
    environment: Type.Object({
      ...described,
      id: Type.Integer(),
      name: Type.String(),
      tier: Words(environmentTiers),
      externalUrl: Nullable(Type.String()),
    }),
  }),
})
export type EditEnvironmentPage = Static<typeof editEnvironmentPage.reply>

export const environmentPage = page({
  name: 'environmentPage',
  summary: 'Get data for the page of an environment',
  at: 'GET /-/pages/environment',
  input: Type.Object({ ...place, environmentId: Type.Integer({ minimum: 1 }), page: Page }),
  reply: Type.Object({
    namespace: PlaceHeader,
    environment: Type.Object({ ...environment, ...described }),
    /** The newest first. */
    deployments: Type.Array(DeploymentInHistory),
    hasNext: Type.Boolean(),
    freeze: Freeze,
    permissions,
  }),
})
export type EnvironmentPage = Static<typeof environmentPage.reply>

export const deploySettingsPage = page({
  name: 'deploySettingsPage',
  summary: 'Get data for the deployment settings page of a project',
  at: 'GET /-/pages/deploy_settings',
  input: Type.Object(place),
  reply: Type.Object({
    namespace: PlaceHeader,
    protectedEnvironments: Type.Array(ProtectedEnvironment),
    /** Tiers that groups above protect: these count in addition. */
    inherited: Type.Array(Type.Object({ ...ProtectedEnvironment.properties, group: Type.String() })),
    freezePeriods: Type.Array(FreezePeriod),
    /** Names of environments that are not protected; at most 100. */
    unprotectedNames: Type.Array(Type.String()),
  }),
})
export type DeploySettingsPage = Static<typeof deploySettingsPage.reply>

/** The environments that have something now, by tier. */
export const WhereDeployed = Type.Object({
  projectId: Type.Integer(),
  environments: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      tier: Words(environmentTiers),
      projectPath: Type.String(),
      finishedAt: DateTime,
    }),
  ),
})

export const deployedProject = page({
  name: 'deployedProject',
  summary: 'Get the deployments that environments of a project have, for its overview',
  at: 'GET /-/pages/deployed_project',
  input: Type.Object(place),
  reply: Type.Object({
    projectId: Type.Integer(),
    /** Those with a deployment, production first; at most 4. */
    environments: Type.Array(Type.Object({ ...environment, current: DeploymentOnPage })),
    /** All that are available. */
    count: Type.Integer(),
  }),
})

const issuable = { ...place, iid: Type.Integer({ minimum: 1, maximum: largestInteger }) }

export const deployedMergeRequest = page({
  name: 'deployedMergeRequest',
  summary: 'Get the environments to which a merge request is deployed',
  at: 'GET /-/pages/deployed_merge_request',
  input: Type.Object(issuable),
  reply: WhereDeployed,
})

export const deployedIssue = page({
  name: 'deployedIssue',
  summary: 'Get the environments to which merge requests that close an issue are deployed',
  at: 'GET /-/pages/deployed_issue',
  input: Type.Object(issuable),
  reply: WhereDeployed,
})

export const deployedCommit = page({
  name: 'deployedCommit',
  summary: 'Get the environments whose deployment contains a commit',
  at: 'GET /-/pages/deployed_commit',
  input: Type.Object({ ...place, sha: Type.String({ minLength: 1, maxLength: 255 }) }),
  reply: WhereDeployed,
})
