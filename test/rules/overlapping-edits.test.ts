import { expect, test } from 'vitest'
import {
  createApprovalRule,
  createProjectApprovalRule,
  updateApprovalRule,
  updateProjectApprovalRule,
  updateProjectApprovals,
} from '#contract/code/merge-requests/approvals.ts'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch, updateProtectedBranch } from '#contract/code/protected-refs.ts'
import { createEnvironment, updateEnvironment } from '#contract/deploy/environments/environments.ts'
import { createFreezePeriod, updateFreezePeriod } from '#contract/deploy/environments/freeze-periods.ts'
import { protectEnvironment, updateProtectedEnvironment } from '#contract/deploy/environments/protected-environments.ts'
import {
  createFeatureFlag,
  createFlagUserList,
  updateFeatureFlag,
  updateFlagUserList,
} from '#contract/deploy/feature-flags/flags.ts'
import { createFlagSegment, updateFlagSegment } from '#contract/deploy/feature-flags/segments.ts'
import { createRelease, updateRelease } from '#contract/deploy/releases.ts'
import { updatePagingSettings, updatePhoneProvider } from '#contract/feeds/paging.ts'
import { projectHooks } from '#contract/feeds/webhooks.ts'
import { badgeOperations } from '#contract/foundation/badges.ts'
import { createBroadcastMessage, updateBroadcastMessage } from '#contract/foundation/broadcast-messages.ts'
import { addDeployKey, updateDeployKey } from '#contract/foundation/deploy-keys.ts'
import { geoNodeOperations, geoSiteOperations } from '#contract/foundation/geo/geo-nodes.ts'
import { updateGroup } from '#contract/foundation/groups.ts'
import { memberOperations } from '#contract/foundation/members.ts'
import { createTopic, updateTopic } from '#contract/foundation/project-topics.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { updateProfile } from '#contract/foundation/users.ts'
import { projectValueStreams } from '#contract/insights/value-streams.ts'
import { createAlertIntegration, sendTestAlert, updateAlertIntegration } from '#contract/monitor/alerts/alert-pages.ts'
import { createCheckIn, updateCheckIn } from '#contract/monitor/alerts/check-ins.ts'
import { createMaintenanceWindow, updateMaintenanceWindow } from '#contract/monitor/alerts/maintenance-windows.ts'
import { updateIncidentRoles } from '#contract/monitor/incidents/incident-pages.ts'
import { updateIncidentSettings } from '#contract/monitor/incidents/incident-settings.ts'
import { alertMetricImages, issueMetricImages } from '#contract/monitor/incidents/metric-images.ts'
import { changeVulnerability } from '#contract/monitor/vulnerabilities/vulnerability-pages.ts'
import type { Operation } from '#contract/operation.ts'
import { boardOperations } from '#contract/plan/boards/boards.ts'
import { updateHandoverNote } from '#contract/plan/incidents/handover-notes.ts'
import { updateOnCallCalendar } from '#contract/plan/incidents/on-call-calendars.ts'
import { changePublicUpdate, publishIncident, updatePublication } from '#contract/plan/incidents/publications.ts'
import { createStatusComponent, updateStatusComponent } from '#contract/plan/incidents/status-components.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { createProjectLabel, updateProjectLabel, updateProjectLabelByName } from '#contract/plan/labels/labels.ts'
import { projectSavedViews, todoViews } from '#contract/plan/lists/saved-views.ts'
import { updateServiceDesk } from '#contract/plan/service-desk/service-desk.ts'
import { createProjectMilestone, updateProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { slices } from '#server/slices.ts'
import { codeWorld } from '#test/world/code.ts'
import { sentPicture } from '#test/world/furnished/files.ts'
import { askGraphql } from '#test/world/graphql.ts'
import type { Caller } from '#test/world/world.ts'

type World = Awaited<ReturnType<typeof codeWorld>>
/** The content of a field, the first person's change of it, and the second one's. */
type Field = readonly [name: string, before: unknown, first: unknown, second: unknown]

interface Edited {
  /** The operation, or the name of the mutation. */
  readonly by: Operation | string
  /** Makes the record. @returns the input that identifies it */
  readonly make: (world: World, root: Caller) => Promise<object>
  readonly x: Field
  readonly y: Field
}

const { updateList, createList } = boardOperations.project
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGgKjvFfz4aA5X0Yx5yY7i1ebT4QfP1F3Gd1sM3yZrbn build'
const boardOf = async ({ project }: World, root: Caller) => {
  const { id } = await root.call(boardOperations.project.create, { id: project.id, name: 'Board' })
  return { id: project.id, boardId: id }
}
const labelOf = async ({ project }: World, root: Caller) => {
  const label = await root.call(createProjectLabel, {
    id: project.id,
    name: 'bug',
    color: '#c02b3c',
    description: 'One',
  })
  return { id: project.id, label }
}
const releaseOf = async (world: World, root: Caller) => {
  await world.commit({ 'a.txt': '1' })
  const one = { id: world.project.id, tagName: 'v1' }
  await root.call(createRelease, { ...one, ref: 'main', name: 'One', description: 'Notes' })
  return one
}
const publicationOf = async ({ project: { id } }: World, root: Caller) => {
  await root.call(updateProject, { id, statusPageEnabled: true })
  const createdAt = '2026-03-01T10:00:00.000Z'
  const { iid: issueIid } = await root.call(createIssue, { id, title: 'Fire', issueType: 'incident', createdAt })
  const ref = { id, issueIid }
  const { updates } = await root.call(publishIncident, { ...ref, title: 'Fire', message: 'We look into it' })
  return { ...ref, updateId: updates[0]?.id ?? 0 }
}
const mutate = async (root: Caller, name: string, input: object) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
  const { data, errors } = await askGraphql(
    root.ctx,
    `mutation($input: ${type}) { ${name}(input: $input) { errors } }`,
    {
      input,
    },
  )
  expect(errors).toEqual([])
  return (data[name].errors as readonly string[])[0] ?? null
}
const idIn = async (root: Caller, query: string): Promise<string> =>
  /gid:[^"]+/.exec(JSON.stringify((await askGraphql(root.ctx, query)).data))?.[0] ?? ''
const ofContacts = async ({ group }: World, root: Caller, name: string, input: object, list: string) => {
  await root.call(updateGroup, { id: group.id, crmEnabled: true })
  await mutate(root, name, { groupId: `gid://gitlab/Group/${group.id}`, ...input })
  return { id: await idIn(root, `{ group(fullPath: "weft") { ${list} { nodes { id } } } }`) }
}
const cadenceOf = async (root: Caller) => {
  const cadence = { groupPath: 'weft', title: 'Sprints', description: 'One', active: true, automatic: false }
  expect(await mutate(root, 'iterationCadenceCreate', cadence)).toBeNull()
  return idIn(root, '{ group(fullPath: "weft") { iterationCadences { nodes { id } } } }')
}

const noEvent = { startEventIdentifier: null, startEventLabelId: null, endEventIdentifier: null, endEventLabelId: null }
const issueStage = { name: 'issue', custom: false, hidden: false, ...noEvent }
const reviewStage = { ...issueStage, name: 'review' }

const edited: readonly Edited[] = [
  {
    by: updateProject,
    make: async ({ project }) => ({ id: project.id }),
    x: ['issuesAccessLevel', 'enabled', 'private', 'disabled'],
    y: ['mergeMethod', 'merge', 'ff', 'rebase_merge'],
  },
  {
    by: updateGroup,
    make: async ({ group }) => ({ id: group.id }),
    x: ['description', '', 'Cloth', 'Wool'],
    y: ['subgroupCreationLevel', 'maintainer', 'owner', 'maintainer'],
  },
  {
    by: memberOperations.project.update,
    make: async ({ project, users }) => ({ id: project.id, userId: users.rita.id }),
    x: ['accessLevel', 20, 30, 15],
    y: ['expiresAt', null, '2030-01-01', '2031-01-01'],
  },
  {
    by: updateProjectLabel,
    make: async (world, root) => {
      const { id, label } = await labelOf(world, root)
      return { id, labelId: label.id }
    },
    x: ['color', '#c02b3c', '#0e8a76', '#123456'],
    y: ['description', 'One', 'Two', 'Three'],
  },
  {
    by: updateProjectLabelByName,
    make: async (world, root) => ({ id: (await labelOf(world, root)).id, labelId: 'bug' }),
    x: ['color', '#c02b3c', '#0e8a76', '#123456'],
    y: ['description', 'One', 'Two', 'Three'],
  },
  {
    by: updateProjectMilestone,
    make: async ({ project: { id } }, root) => ({
      id,
      milestoneId: (await root.call(createProjectMilestone, { id, title: 'v1' })).id,
    }),
    x: ['title', 'v1', 'v2', 'v3'],
    y: ['dueDate', null, '2030-01-01', '2031-01-01'],
  },
  {
    by: updateRelease,
    make: releaseOf,
    x: ['name', 'One', 'Two', 'Three'],
    y: ['description', 'Notes', 'Longer notes', 'Other notes'],
  },
  {
    by: updateEnvironment,
    make: async ({ project: { id } }, root) => ({
      id,
      environmentId: (await root.call(createEnvironment, { id, name: 'qa', externalUrl: 'https://one.example' })).id,
    }),
    x: ['externalUrl', 'https://one.example', 'https://two.example', 'https://three.example'],
    y: ['tier', 'testing', 'staging', 'other'],
  },
  {
    by: updateProtectedEnvironment,
    make: async ({ project: { id } }, root) => {
      const levels = [{ accessLevel: 40 }]
      const name = 'production'
      const made = await root.call(protectEnvironment, { id, name, deployAccessLevels: levels, approvalRules: levels })
      expect(made.name).toBe(name)
      return { id, name }
    },
    x: ['requiredApprovalCount', 0, 1, 2],
    y: ['deployLevel', 40, 30, 60],
  },
  {
    by: updateFreezePeriod,
    make: async ({ project: { id } }, root) => {
      const period = { freezeStart: '0 1 * * *', freezeEnd: '0 2 * * *' }
      return { id, freezePeriodId: (await root.call(createFreezePeriod, { id, ...period })).id }
    },
    x: ['freezeStart', '0 1 * * *', '0 0 * * *', '30 0 * * *'],
    y: ['cronTimezone', 'UTC', 'Europe/Berlin', 'Asia/Tokyo'],
  },
  {
    by: updateMaintenanceWindow,
    make: async ({ project: { id } }, root) => {
      const window = { title: 'Upgrade', startsAt: '2026-03-01T10:00:00.000Z', endsAt: '2026-03-01T11:00:00.000Z' }
      return { id, windowId: (await root.call(createMaintenanceWindow, { id, ...window })).id }
    },
    x: ['title', 'Upgrade', 'Upgrade of the database', 'Move'],
    y: ['services', [], ['checkout'], ['search']],
  },
  {
    by: updateCheckIn,
    make: async ({ project: { id } }, root) => ({
      id,
      checkInId: (await root.call(createCheckIn, { id, name: 'Backup', everyMinutes: 60 })).id,
    }),
    x: ['name', 'Backup', 'Nightly backup', 'Backup of the database'],
    y: ['graceMinutes', 5, 10, 30],
  },
  {
    by: projectValueStreams.update,
    make: async ({ project: { fullPath: namespace } }, root) => ({
      namespace,
      valueStreamId: (
        await root.call(projectValueStreams.create, { namespace, name: 'Flow', stages: [{ name: 'issue' }] })
      ).id,
    }),
    x: ['name', 'Flow', 'Delivery', 'Weaving'],
    y: ['stages', [issueStage], [reviewStage], [{ ...issueStage, name: 'code' }]],
  },
  {
    by: updateStatusComponent,
    make: async ({ project: { id } }, root) => {
      const component = { name: 'Looms', description: 'In hall 1' }
      return { id, componentId: (await root.call(createStatusComponent, { id, ...component })).id }
    },
    x: ['name', 'Looms', 'All looms', 'Weaving'],
    y: ['description', 'In hall 1', 'In both halls', 'In hall 2'],
  },
  {
    by: updatePublication,
    make: publicationOf,
    x: ['title', 'Fire', 'Smoke', 'Steam'],
    y: ['startedAt', '2026-03-01T10:00:00.000Z', '2026-03-01T09:00:00.000Z', '2026-03-01T08:00:00.000Z'],
  },
  {
    by: changePublicUpdate,
    make: publicationOf,
    x: ['message', 'We look into it', 'We looked into it', 'We are looking'],
    y: ['status', 'investigating', 'identified', 'monitoring'],
  },
  {
    by: updateAlertIntegration,
    make: async ({ project: { fullPath: namespace } }, root) => {
      const { id } = await root.call(createAlertIntegration, { namespace, name: 'Probe', type: 'HTTP' })
      return { namespace, integrationId: id }
    },
    x: ['name', 'Probe', 'Watch', 'Guard'],
    y: ['mapping', {}, { title: 'event.name' }, { title: 'event.title' }],
  },
  {
    by: updateFeatureFlag,
    make: async ({ project: { id } }, root) => {
      await root.call(createFeatureFlag, { id, name: 'new_loom' })
      return { id, featureFlagName: 'new_loom' }
    },
    x: ['description', null, 'A loom', 'A fast loom'],
    y: ['lifetimeDays', 40, 30, 20],
  },
  {
    by: updateFlagSegment,
    make: async ({ project: { id } }, root) => {
      const constraints = [{ contextName: 'country', operator: 'IN' as const, values: ['at'] }]
      await root.call(createFlagSegment, { id, name: 'Alps', constraints })
      return { id, iid: 1 }
    },
    x: ['name', 'Alps', 'Andes', 'Pyrenees'],
    y: ['description', null, 'High', 'Higher'],
  },
  {
    by: updateFlagUserList,
    make: async ({ project: { id } }, root) => {
      await root.call(createFlagUserList, { id, name: 'Weavers', userXids: 'ann' })
      return { id, iid: 1 }
    },
    x: ['name', 'Weavers', 'Spinners', 'Dyers'],
    y: ['userXids', 'ann', 'ben', 'cleo'],
  },
  {
    by: badgeOperations.project.update,
    make: async ({ project: { id } }, root) => {
      const urls = { linkUrl: 'https://one.example', imageUrl: 'https://one.example/a.svg' }
      return { id, badgeId: (await root.call(badgeOperations.project.create, { id, ...urls })).id }
    },
    x: ['linkUrl', 'https://one.example', 'https://two.example', 'https://three.example'],
    y: ['name', null, 'Build', 'Tests'],
  },
  {
    by: updateBroadcastMessage,
    make: async (_world, root) => ({ id: (await root.call(createBroadcastMessage, { message: 'One' })).id }),
    x: ['message', 'One', 'Two', 'Three'],
    y: ['targetPath', null, '/weft/*', '/warp/*'],
  },
  {
    by: geoNodeOperations.update,
    make: async (_world, root) => ({
      id: (await root.call(geoNodeOperations.create, { name: 'Oslo', url: 'https://oslo.weft.test' })).id,
    }),
    x: ['name', 'Oslo', 'Bergen', 'Drammen'],
    y: ['reposMaxCapacity', 25, 5, 6],
  },
  {
    by: geoSiteOperations.update,
    make: async (_world, root) => ({
      id: (await root.call(geoSiteOperations.create, { name: 'Oslo', url: 'https://oslo.weft.test' })).id,
    }),
    x: ['name', 'Oslo', 'Bergen', 'Drammen'],
    y: ['reposMaxCapacity', 25, 5, 6],
  },
  {
    by: updateServiceDesk,
    make: async ({ project: { fullPath } }) => ({ namespace: fullPath }),
    x: ['senderName', null, 'Help', 'Support'],
    y: ['projectKey', null, 'help', 'support'],
  },
  {
    by: updateTopic,
    make: async (_world, root) => ({ id: (await root.call(createTopic, { name: 'wool', title: 'Wool' })).id }),
    x: ['title', 'Wool', 'Of wool', 'From wool'],
    y: ['description', '', 'Two', 'Three'],
  },
  {
    by: boardOperations.project.update,
    make: boardOf,
    x: ['name', 'Board', 'Loom', 'Frame'],
    y: ['hideClosedList', false, true, false],
  },
  {
    by: updateList,
    make: async (world, root) => {
      const at = await boardOf(world, root)
      const { label } = await labelOf(world, root)
      return { ...at, listId: (await root.call(createList, { ...at, labelId: label.id })).id }
    },
    x: ['maxIssueCount', 0, 3, 4],
    y: ['maxIssueWeight', 0, 9, 8],
  },
  {
    by: projectSavedViews.update,
    make: async ({ project: { id } }, root) => {
      const view = { id, list: 'issue', name: 'Mine', query: 'state=opened', isShared: true } as const
      return { id, viewId: (await root.call(projectSavedViews.create, view)).id }
    },
    x: ['name', 'Mine', 'Ours', 'Theirs'],
    y: ['query', 'state=opened', 'state=closed', 'state=all'],
  },
  {
    by: todoViews.update,
    make: async (_world, root) => ({ viewId: (await root.call(todoViews.create, { name: 'Mine', query: '' })).id }),
    x: ['name', 'Mine', 'Later', 'Soon'],
    y: ['query', '', 'state=done', 'state=pending'],
  },
  {
    by: projectHooks.update,
    make: async ({ project: { id } }, root) => {
      const hook = await root.call(projectHooks.create, { id, url: 'https://one.example/hook', name: 'One' })
      return { id, hookId: hook.id }
    },
    x: ['name', 'One', 'Two', 'Three'],
    y: ['issuesEvents', false, true, false],
  },
  {
    by: updateProfile,
    make: async () => ({}),
    x: ['pronouns', '', 'they', 'she'],
    y: ['bio', '', 'Weaver', 'Spinner'],
  },
  {
    by: updatePagingSettings,
    make: async () => ({}),
    x: ['timeZone', 'UTC', 'Europe/Berlin', 'Asia/Tokyo'],
    y: ['quietHours', null, { days: [1], from: '22:00', to: '07:00' }, { days: [2], from: '22:00', to: '07:00' }],
  },
  {
    by: updatePhoneProvider,
    make: async () => ({}),
    x: ['sender', '', '+4930111', '+4930222'],
    y: ['dailyLimit', 200, 10, 20],
  },
  {
    by: updateApplicationSettings,
    make: async () => ({}),
    x: ['defaultProjectsLimit', 100000, 10, 20],
    y: ['surveyEnabled', false, true, false],
  },
  {
    by: updateDeployKey,
    make: async ({ project: { id } }, root) => ({
      id,
      keyId: (await root.call(addDeployKey, { id, title: 'Build', key })).id,
    }),
    x: ['title', 'Build', 'Deploy', 'Test'],
    y: ['canPush', false, true, false],
  },
  {
    by: updateProtectedBranch,
    make: async ({ project: { id } }, root) => {
      await root.call(protectBranch, { id, name: 'main', allowForcePush: true })
      return { id, name: 'main' }
    },
    x: ['allowForcePush', true, false, true],
    y: ['pushAccessLevel', 40, 30, 60],
  },
  {
    by: updateProjectApprovals,
    make: async ({ project: { id } }) => ({ id }),
    x: ['approvalsBeforeMerge', 0, 3, 1],
    y: ['resetApprovalsOnPush', false, true, false],
  },
  {
    by: updateProjectApprovalRule,
    make: async ({ project: { id }, users }, root) => {
      const rule = { id, name: 'Owners', approvalsRequired: 1, userIds: [users.olga.id] }
      return { id, approvalRuleId: (await root.call(createProjectApprovalRule, rule)).id }
    },
    x: ['approvalsRequired', 1, 3, 2],
    y: ['name', 'Owners', 'Reviewers', 'Leads'],
  },
  {
    by: updateApprovalRule,
    make: async ({ project: { id }, users, as, commit }, root) => {
      await commit({ 'a.txt': 'one\n' })
      await commit({ 'b.txt': 'new\n' }, { branch: 'feature' })
      const branches = { sourceBranch: 'feature', targetBranch: 'main' }
      const { iid } = await as('dan').call(createMergeRequest, { id, title: 'Add b', ...branches })
      const ref = { id, mergeRequestIid: iid }
      const rule = { name: 'Owners', approvalsRequired: 1, userIds: [users.olga.id] }
      return { ...ref, approvalRuleId: (await root.call(createApprovalRule, { ...ref, ...rule })).id }
    },
    x: ['approvalsRequired', 1, 3, 2],
    y: ['name', 'Owners', 'Reviewers', 'Leads'],
  },
  {
    by: 'iterationCadenceUpdate',
    make: async (_world, root) => ({ id: await cadenceOf(root) }),
    x: ['title', 'Sprints', 'Weeks', 'Fortnights'],
    y: ['rollOver', false, true, false],
  },
  {
    by: 'updateIteration',
    make: async (_world, root) => {
      const dates = { startDate: '2030-01-01', dueDate: '2030-01-07' }
      const iterationsCadenceId = await cadenceOf(root)
      await mutate(root, 'iterationCreate', { groupPath: 'weft', iterationsCadenceId, title: 'One', ...dates })
      const id = await idIn(root, '{ group(fullPath: "weft") { iterations { nodes { id } } } }')
      return { groupPath: 'weft', id }
    },
    x: ['title', 'One', 'Two', 'Three'],
    y: ['dueDate', '2030-01-07', '2030-01-08', '2030-01-09'],
  },
  {
    by: 'escalationPolicyUpdate',
    make: async ({ project: { fullPath } }, root) => {
      const rules = [{ username: 'dan', elapsedTimeSeconds: 300, status: 'ACKNOWLEDGED' }]
      await mutate(root, 'escalationPolicyCreate', { projectPath: fullPath, name: 'Night', rules })
      const list = 'incidentManagementEscalationPolicies { nodes { id } }'
      return { id: await idIn(root, `{ project(fullPath: "${fullPath}") { ${list} } }`) }
    },
    x: ['name', 'Night', 'Day', 'Dawn'],
    y: [
      'rules',
      [{ username: 'dan', elapsedTimeSeconds: 300, status: 'ACKNOWLEDGED' }],
      [{ username: 'mina', elapsedTimeSeconds: 60, status: 'RESOLVED' }],
      [{ username: 'dan', elapsedTimeSeconds: 0, status: 'RESOLVED' }],
    ],
  },
  {
    by: 'oncallScheduleUpdate',
    make: async ({ project: { fullPath: projectPath } }, root) => {
      await mutate(root, 'oncallScheduleCreate', { projectPath, name: 'Firmware', timezone: 'Europe/Berlin' })
      return { projectPath, iid: '1' }
    },
    x: ['name', 'Firmware', 'Boards', 'Web'],
    y: ['timezone', 'Europe/Berlin', 'UTC', 'Asia/Tokyo'],
  },
  {
    by: 'oncallRotationUpdate',
    make: async ({ project: { fullPath: projectPath } }, root) => {
      await mutate(root, 'oncallScheduleCreate', { projectPath, name: 'Firmware', timezone: 'Europe/Berlin' })
      await mutate(root, 'oncallRotationCreate', {
        ...{ projectPath, scheduleIid: '1', name: 'Primary' },
        participants: [{ username: 'dan' }],
        rotationLength: { length: 1, unit: 'WEEKS' },
        startsAt: { date: '2026-11-30', time: '09:00' },
      })
      const list = 'incidentManagementOncallSchedules { nodes { rotations { nodes { id } } } }'
      return { id: await idIn(root, `{ project(fullPath: "${projectPath}") { ${list} } }`) }
    },
    x: [
      'startsAt',
      { date: '2026-11-30', time: '09:00' },
      { date: '2026-12-01', time: '09:00' },
      { date: '2026-11-30', time: '10:00' },
    ],
    y: ['participants', [{ username: 'dan' }], [{ username: 'dan' }, { username: 'mina' }], [{ username: 'mina' }]],
  },
  {
    by: 'timelineEventUpdate',
    make: async ({ project }, root) => {
      const { id } = await root.call(createIssue, { id: project.id, title: 'Smoke', issueType: 'incident' })
      const incidentId = `gid://gitlab/Issue/${id}`
      await mutate(root, 'timelineEventCreate', { incidentId, note: 'Hot', occurredAt: '2030-01-01T10:00:00.000Z' })
      const list = `incidentManagementTimelineEvents(incidentId: "${incidentId}") { nodes { id } }`
      return {
        id: await idIn(root, `{ project(fullPath: "${project.fullPath}") { ${list.replace(')', ', last: 1)')} } }`),
      }
    },
    x: ['note', 'Hot', 'Hotter', 'Cold'],
    y: ['timelineEventTagNames', [], ['End time'], ['Start time', 'End time']],
  },
  {
    by: issueMetricImages.update,
    make: async ({ project: { id } }, root) => {
      const { iid: issueIid } = await root.call(createIssue, { id, title: 'Smoke', issueType: 'incident' })
      const image = await root.call(issueMetricImages.upload, { id, issueIid, file: await sentPicture() })
      return { id, issueIid, imageId: image.id }
    },
    x: ['url', null, 'https://charts.example/cpu', 'https://charts.example/ram'],
    y: ['urlText', null, 'CPU', 'RAM'],
  },
  {
    by: alertMetricImages.update,
    make: async ({ project: { id, fullPath: namespace } }, root) => {
      const integration = await root.call(createAlertIntegration, { namespace, name: 'Probe', type: 'HTTP' })
      const sent = { namespace, integrationId: integration.id, payload: '{"title":"Hot"}' }
      const alertIid = (await root.call(sendTestAlert, sent))[0]?.iid ?? 0
      const image = await root.call(alertMetricImages.upload, { id, alertIid, file: await sentPicture() })
      return { id, alertIid, imageId: image.id }
    },
    x: ['url', null, 'https://charts.example/cpu', 'https://charts.example/ram'],
    y: ['urlText', null, 'CPU', 'RAM'],
  },
  {
    by: updateIncidentRoles,
    make: async ({ project }, root) => {
      const { iid } = await root.call(createIssue, { id: project.id, title: 'Down', issueType: 'incident' })
      return { namespace: project.fullPath, iid }
    },
    x: ['commander', null, 'dan', 'rita'],
    y: ['communications', null, 'rita', 'dan'],
  },
  {
    by: updateIncidentSettings,
    make: async ({ project }) => ({ namespace: project.fullPath }),
    x: ['hasSla', false, true, false],
    y: ['highMinutes', null, 60, 120],
  },
  {
    by: 'customerRelationsContactUpdate',
    make: (world, root) =>
      ofContacts(world, root, 'customerRelationsContactCreate', { firstName: 'Ann', lastName: 'Thread' }, 'contacts'),
    x: ['lastName', 'Thread', 'Weaver', 'Spinner'],
    y: ['phone', null, '123', '456'],
  },
  {
    by: 'customerRelationsOrganizationUpdate',
    make: (world, root) =>
      ofContacts(world, root, 'customerRelationsOrganizationCreate', { name: 'Looms' }, 'organizations'),
    x: ['name', 'Looms', 'Frames', 'Threads'],
    y: ['defaultRate', null, 92.5, 80],
  },
]

const nameOf = ({ by }: Edited): string => (typeof by === 'string' ? by : by.name)

test.each(edited.map(each => [nameOf(each), each] as const))(
  'two people change different fields by %s, and of one field the second is told',
  async (_name, { by, make, x, y }) => {
    const world = await codeWorld()
    const root = world.as('root')
    const ref = await make(world, root)
    const save = async (changes: object, expected?: object) => {
      const input = { ...ref, ...changes, ...(expected === undefined ? {} : { expected }) }
      if (typeof by === 'string') return (await mutate(root, by, input))?.startsWith('Someone else') ? 'told' : 'saved'
      const { status } = await root.reply(by, input)
      return status === 409 ? 'told' : status
    }
    const [xName, xBefore, xFirst, xSecond] = x
    const [yName, yBefore, yFirst, ySecond] = y
    const saved = typeof by === 'string' ? 'saved' : (by.status ?? 200)
    expect(await save({ [xName]: xFirst }, { [xName]: xBefore })).toBe(saved)
    expect(await save({ [yName]: yFirst }, { [yName]: yBefore })).toBe(saved)
    expect(await save({ [xName]: xSecond }, { [xName]: xBefore })).toBe('told')
    expect(await save({ [yName]: ySecond }, { [yName]: yBefore })).toBe('told')
    // Nothing of it was written: both see what the first made of each field.
    expect(await save({ [xName]: xSecond }, { [xName]: xFirst, [yName]: yFirst })).toBe(saved)
    // Clients that do not say what they saw overwrite it.
    expect(await save({ [yName]: ySecond })).toBe(saved)
  },
)

/** Operations with one field that compare it; each has a test beside its slice. */
const ofOneField = [updateHandoverNote.name, updateOnCallCalendar.name, changeVulnerability.name]

test('every operation that compares what its caller saw stands in the table above', () => {
  const known = new Set([...edited.map(nameOf), ...ofOneField])
  const comparing = slices
    .flatMap(slice => slice.answers ?? [])
    .filter(({ operation }) => 'expected' in operation.input.properties)
    // The operations of groups are bound with those of projects.
    .map(({ operation }) => operation.name.replace(/Group(?=[A-Z])/, 'Project'))
  expect(comparing.filter(name => !known.has(name))).toEqual([])
})
