import { sql } from 'kysely'
import * as deployments from '#contract/deploy/environments/deployments.ts'
import * as pages from '#contract/deploy/environments/environment-pages.ts'
import * as environments from '#contract/deploy/environments/environments.ts'
import { load } from '#server/access/load.ts'
import { mergeRequestOfAddress } from '#server/code/merge-requests/find.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { issueOfAddress } from '#server/plan/issuables/find.ts'
import { type Answer, answer } from '#server/slice.ts'
import { changeEnvironment, deleteEnvironment, lockedEnvironment, setEnvironmentState, stopStale } from './change.ts'
import { createEnvironment } from './create.ts'
import { changeDeploymentStatus, deleteDeployment, reportDeployment } from './deploy.ts'
import { deploymentOf, environmentOf, environmentOfAddress } from './find.ts'
import {
  showApproval,
  showDeployment,
  showDeployments,
  showEnvironment,
  showEnvironments,
  showMergeRequestsOf,
} from './list.ts'
import { countDeployments, showDora } from './metrics.ts'
import { showDeploySettings } from './page/settings.ts'
import { showDeployedProject, showEditEnvironmentPage, showEnvironmentPage, showEnvironmentsPage } from './page/show.ts'
import { whereCommit, whereIssue, whereMergeRequest } from './page/where.ts'
import { reviewDeployment } from './review.ts'
import { scheduleReviewApps } from './review-apps.ts'

const changed = { about: environmentOf, ability: 'project:update-environments' } as const

export const environmentAnswers: readonly Answer[] = [
  answer(environments.listEnvironments, {
    about: projectByRef,
    ability: 'project:read-environments',
    run: showEnvironments,
  }),
  answer(environments.getEnvironment, {
    about: environmentOf,
    ability: 'project:read-environments',
    run: (ctx, { id }) => showEnvironment(ctx, id),
  }),
  answer(environments.createEnvironment, {
    about: projectByRef,
    ability: 'project:update-environments',
    run: async (ctx, project, input) => showEnvironment(ctx, await createEnvironment(ctx, project, input)),
  }),
  answer(environments.updateEnvironment, {
    ...changed,
    current: lockedEnvironment,
    run: async (ctx, environment, input) => {
      await changeEnvironment(ctx, environment, input)
      return showEnvironment(ctx, environment.id)
    },
  }),
  answer(environments.deleteEnvironment, { ...changed, run: deleteEnvironment }),
  answer(environments.stopEnvironment, {
    ...changed,
    run: async (ctx, environment) => {
      await setEnvironmentState(ctx, environment, 'stopped')
      return showEnvironment(ctx, environment.id)
    },
  }),
  answer(environments.startEnvironment, {
    ...changed,
    run: async (ctx, environment) => {
      await setEnvironmentState(ctx, environment, 'available')
      return showEnvironment(ctx, environment.id)
    },
  }),
  answer(environments.stopStaleEnvironments, {
    about: projectByRef,
    ability: 'project:admin-environments',
    run: async (ctx, { id }, { before }) => {
      await stopStale(ctx, id, before)
      return { message: 'Successfully requested stop for all stale environments' }
    },
  }),
  answer(environments.deleteReviewApps, {
    about: projectByRef,
    ability: 'project:update-environments',
    run: scheduleReviewApps,
  }),
  answer(deployments.listDeployments, {
    about: projectByRef,
    ability: 'project:read-environments',
    run: showDeployments,
  }),
  answer(deployments.getDeployment, {
    about: deploymentOf,
    ability: 'project:read-environments',
    run: showDeployment,
  }),
  answer(deployments.createDeployment, {
    about: projectByRef,
    ability: 'project:create-deployment',
    // git runs first, so the database's part is a transaction of its own.
    transaction: 'own',
    run: async (ctx, project, { environment, sha, ref, tag: isTag, status }) => {
      const id = await reportDeployment(ctx, project, { environment, sha, ref, isTag, status })
      const made = { deploymentId: id, id: project.id }
      return showDeployment(ctx, await load(ctx, 'project:read-environments', deploymentOf, made))
    },
  }),
  answer(deployments.updateDeployment, {
    about: deploymentOf,
    ability: 'project:create-deployment',
    run: async (ctx, deployment, { status }) => {
      await changeDeploymentStatus(ctx, deployment, status)
      return showDeployment(ctx, deployment)
    },
  }),
  answer(deployments.deleteDeployment, {
    about: deploymentOf,
    ability: 'project:admin-environments',
    run: deleteDeployment,
  }),
  answer(deployments.approveDeployment, {
    about: deploymentOf,
    ability: 'project:approve-deployment',
    run: async (ctx, deployment, input) => showApproval(ctx, await reviewDeployment(ctx, deployment, input)),
  }),
  answer(deployments.listDeploymentMergeRequests, {
    about: deploymentOf,
    ability: 'project:read-environments',
    run: (ctx, deployment, { id: _project, deploymentId: _deployment, ...input }) =>
      showMergeRequestsOf(ctx, deployment, input),
  }),
  answer(deployments.deploymentFrequency, {
    about: projectByRef,
    ability: 'project:read-deployment-analytics',
    run: countDeployments,
  }),
  answer(deployments.projectDoraMetrics, {
    about: projectByRef,
    ability: 'project:read-deployment-analytics',
    run: (ctx, { id }, input) => showDora(ctx, sql`n.id = ${id}`, input),
  }),
  answer(deployments.groupDoraMetrics, {
    about: groupByRef,
    ability: 'group:read-deployment-analytics',
    run: (ctx, { id }, input) => showDora(ctx, sql`${id}::bigint = any (n.ancestor_ids) and n.kind = 'project'`, input),
  }),
  answer(pages.environmentsPage, {
    about: projectByPath,
    ability: 'project:read-environments',
    run: showEnvironmentsPage,
  }),
  answer(pages.environmentPage, {
    about: environmentOfAddress,
    ability: 'project:read-environments',
    run: showEnvironmentPage,
  }),
  answer(pages.newEnvironmentPage, {
    about: projectByPath,
    ability: 'project:update-environments',
    run: async (ctx, project) => ({ namespace: await showHeader(ctx, project) }),
  }),
  answer(pages.editEnvironmentPage, {
    about: environmentOfAddress,
    ability: 'project:update-environments',
    run: showEditEnvironmentPage,
  }),
  answer(pages.deployedProject, {
    about: projectByPath,
    ability: 'project:read-environments',
    run: showDeployedProject,
  }),
  answer(pages.deploySettingsPage, {
    about: projectByPath,
    ability: 'project:admin-environments',
    run: showDeploySettings,
  }),
  answer(pages.deployedMergeRequest, {
    about: mergeRequestOfAddress,
    ability: 'issuable:read',
    run: whereMergeRequest,
  }),
  answer(pages.deployedIssue, { about: issueOfAddress, ability: 'issuable:read', run: whereIssue }),
  answer(pages.deployedCommit, {
    about: projectByPath,
    ability: 'project:read-environments',
    run: (ctx, project, { sha }) => whereCommit(ctx, project, sha),
  }),
]
