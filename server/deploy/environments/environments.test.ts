import { expect, test } from 'vitest'
import { createCommitStatus } from '#contract/code/commits/pipelines.ts'
import { listProjectMergeRequests } from '#contract/code/merge-requests/merge-request-lists.ts'
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import * as deployments from '#contract/deploy/environments/deployments.ts'
import * as pages from '#contract/deploy/environments/environment-pages.ts'
import type { ReportedStatus } from '#contract/deploy/environments/environment-words.ts'
import * as environments from '#contract/deploy/environments/environments.ts'
import { createFreezePeriod } from '#contract/deploy/environments/freeze-periods.ts'
import * as protections from '#contract/deploy/environments/protected-environments.ts'
import { addGroupMember } from '#contract/foundation/members.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf } from '#test/world/world.ts'
import { tierOf } from '../protected-environments/tier.ts'
import { deleteDue, stopDue } from './due.ts'
import { slugOf } from './slug.ts'

const id = 'weft/loom'
type Built = Awaited<ReturnType<typeof codeWorld>>

const deploy = (
  { as }: Built,
  sha: string,
  { who = 'dan' as Member, environment = 'production', status = 'success' as ReportedStatus, ref = 'main' } = {},
) => as(who).call(deployments.createDeployment, { id, environment, sha, ref, tag: false, status })

test.each<[Member | 'anon', string, string, string]>([
  ['mina', 'ok', 'ok', 'ok'],
  ['dan', 'ok', 'ok', 'forbidden'],
  ['rita', 'ok', 'forbidden', 'forbidden'],
  ['gus', 'forbidden', 'forbidden', 'forbidden'],
  ['nina', 'not_found', 'not_found', 'not_found'],
  ['anon', 'not_found', 'not_found', 'not_found'],
])(
  'PERM-001 %s lists environments of a private project: %s, deploys: %s, protects: %s',
  async (who, lists, deploys, protects) => {
    const { as, commit } = await codeWorld()
    const sha = await commit({ 'a.txt': 'a' })
    const report = { id, environment: 'qa', sha, ref: 'main', tag: false, status: 'success' } as const
    expect(await outcomeOf(as(who).call(environments.listEnvironments, { id }))).toBe(lists)
    expect(await outcomeOf(as(who).call(deployments.createDeployment, report))).toBe(deploys)
    const protection = { id, name: 'qa', deployAccessLevels: [{ accessLevel: 40 }] }
    expect(await outcomeOf(as(who).call(protections.protectEnvironment, protection))).toBe(protects)
  },
)

test.each([
  ['production', 'production', 'production'],
  ['prod-eu', 'production', 'prod-eu'],
  ['Live', 'production', null],
  ['staging', 'staging', 'staging'],
  ['pre-production', 'staging', 'pre-production'],
  ['qa/1', 'testing', null],
  ['review/feature', 'development', null],
  ['1st', 'other', null],
])('the environment %s has the tier %s', (name, tier, slug) => {
  expect(tierOf(name)).toBe(tier)
  if (slug !== null) expect(slugOf(name)).toBe(slug)
  else expect(slugOf(name)).toMatch(/^[a-z][a-z0-9-]{0,16}-[a-z0-9]{6}$/)
})

test('an environment is created, changed, stopped and then deleted', async () => {
  const { as } = await codeWorld()
  const dan = as('dan')
  const made = await dan.call(environments.createEnvironment, { id, name: 'qa', externalUrl: 'https://qa.test' })
  expect(made).toMatchObject({ name: 'qa', slug: 'qa', tier: 'testing', state: 'available', lastDeployment: null })
  const one = { id, environmentId: made.id }
  expect(await dan.call(environments.updateEnvironment, { ...one, tier: 'staging', externalUrl: '' })).toMatchObject({
    tier: 'staging',
    externalUrl: null,
  })
  expect((await dan.reply(environments.deleteEnvironment, one)).status).toBe(403)
  expect(await dan.call(environments.stopEnvironment, one)).toMatchObject({ state: 'stopped' })
  expect(await dan.call(environments.listEnvironments, { id, states: 'available' })).toEqual([])
  expect((await dan.reply(environments.deleteEnvironment, one)).status).toBe(204)
  expect((await dan.reply(environments.getEnvironment, one)).status).toBe(404)
})

test('an environment stops so long after its last deployment, and a stopped one is started anew for that time', async () => {
  const built = await codeWorld()
  const { as, commit, db, services } = built
  const dan = as('dan')
  const sha = await commit({ 'a.txt': 'a' })
  const made = await dan.call(environments.createEnvironment, {
    id,
    name: 'review/one',
    autoStopIn: '2 Days and 12 hours',
  })
  expect(made).toMatchObject({ autoStopIn: '2 days 12 hours', autoStopSetting: 'always' })
  const one = { id, environmentId: made.id }
  const shown = () => dan.call(environments.getEnvironment, one)
  const hoursLeft = async () => {
    const { autoStopAt } = await shown()
    return autoStopAt === null ? null : Math.round((Date.parse(autoStopAt) - Date.now()) / 3_600_000)
  }
  const pass = () =>
    db.updateTable('environments').set({ autoStopAt: '2026-01-01T00:00:00Z' }).where('id', '=', made.id).execute()
  expect(await hoursLeft()).toBe(60)
  await pass()
  await deploy(built, sha, { environment: 'review/one' })
  expect(await hoursLeft()).toBe(60)
  await stopDue(db, services)
  expect(await shown()).toMatchObject({ state: 'available' })
  await pass()
  await dan.call(environments.updateEnvironment, { ...one, autoStopSetting: 'with_action' })
  await stopDue(db, services)
  expect(await shown()).toMatchObject({ state: 'available', autoStopSetting: 'with_action' })
  await dan.call(environments.updateEnvironment, { ...one, autoStopSetting: 'always' })
  await stopDue(db, services)
  expect(await shown()).toMatchObject({ state: 'stopped', autoStopAt: null })
  await dan.call(environments.startEnvironment, one)
  expect(await hoursLeft()).toBe(60)
  await dan.call(environments.updateEnvironment, { ...one, autoStopIn: 'never' })
  expect(await shown()).toMatchObject({ autoStopAt: null, autoStopIn: null })
})

test('stopped review apps are deleted after a week, but not those that are protected or deployed to again', async () => {
  const built = await codeWorld()
  const { as, commit, db, services } = built
  const dan = as('dan')
  const sha = await commit({ 'a.txt': 'a' })
  for (const name of ['review/gone', 'review/kept', 'review/closed', 'qa']) {
    const { id: environmentId } = await dan.call(environments.createEnvironment, { id, name })
    await dan.call(environments.stopEnvironment, { id, environmentId })
  }
  const protection = { id, name: 'review/closed', deployAccessLevels: [{ accessLevel: 40 }] }
  await as('mina').call(protections.protectEnvironment, protection)
  const before = '2099-01-01T00:00:00Z'
  const remove = async (input: object) => {
    const { scheduledEntries, unprocessableEntries } = await dan.call(environments.deleteReviewApps, { id, ...input })
    return [scheduledEntries, unprocessableEntries].map(entries => entries.map(({ name }) => name))
  }
  expect(await remove({})).toEqual([[], []])
  expect(await remove({ before })).toEqual([['review/gone', 'review/kept'], ['review/closed']])
  expect(await remove({ before, dryRun: false })).toEqual([['review/gone', 'review/kept'], ['review/closed']])
  expect(await remove({ before })).toEqual([[], ['review/closed']])
  await deploy(built, sha, { environment: 'review/kept' })
  await deleteDue(db, services)
  const names = async () => (await dan.call(environments.listEnvironments, { id })).map(({ name }) => name)
  expect(await names()).toHaveLength(4)
  await db
    .updateTable('environments')
    .set({ autoDeleteAt: '2026-01-01T00:00:00Z' })
    .where('name', '=', 'review/gone')
    .execute()
  await deleteDue(db, services)
  expect(await names()).toEqual(['qa', 'review/closed', 'review/kept'])
  expect(await outcomeOf(as('rita').call(environments.deleteReviewApps, { id }))).toBe('forbidden')
})

test.each<[string, object]>([
  ['a script as its URL', { externalUrl: 'javascript:alert(1)' }],
  ['a name with a strange character', { name: 'qa<b>' }],
  ['a name that starts with a slash', { name: '/qa' }],
  ['a name that is taken', { name: 'taken' }],
  ['a time that is none', { autoStopIn: 'soon' }],
  ['a time with a unit twice', { autoStopIn: '1 day and 2 days' }],
  ['a cluster agent', { clusterAgentId: 1 }],
  ['a namespace without a cluster agent', { kubernetesNamespace: 'loom' }],
])('an environment with %s is refused', async (_case, wrong) => {
  const { as } = await codeWorld()
  await as('dan').call(environments.createEnvironment, { id, name: 'taken' })
  expect((await as('dan').reply(environments.createEnvironment, { id, name: 'qa', ...wrong })).status).toBe(400)
})

test('a deployment creates its environment, and its status is reported until it is over', async () => {
  const built = await codeWorld()
  const { as, commit, users } = built
  const sha = await commit({ 'a.txt': 'a' })
  const made = await deploy(built, sha.slice(0, 10), { status: 'running' })
  expect(made).toMatchObject({
    ...{ iid: 1, sha, ref: 'main', status: 'running', finishedAt: null, inFreeze: false, pendingApprovalCount: 0 },
    ...{ user: { id: users.dan.id }, environment: { name: 'production', slug: 'production' } },
  })
  const one = { id, deploymentId: made.id }
  expect((await as('mina').reply(deployments.deleteDeployment, one)).status).toBe(400)
  const done = await as('dan').call(deployments.updateDeployment, { ...one, status: 'success' })
  expect(done).toMatchObject({ status: 'success', finishedAt: expect.any(String) })
  const { environment } = made
  const shown = await as('rita').call(environments.getEnvironment, { id, environmentId: environment.id })
  expect(shown.lastDeployment).toMatchObject({ id: made.id, status: 'success' })
  // The environment has it now.
  expect((await as('mina').reply(deployments.deleteDeployment, one)).status).toBe(400)
  await deploy(built, sha)
  expect((await as('mina').reply(deployments.deleteDeployment, one)).status).toBe(204)
})

test.each<[string, object]>([
  ['a commit', { sha: 'f'.repeat(40) }],
  ['a branch', { ref: 'nowhere' }],
  ['an option for git as a branch', { ref: '--all' }],
])('a deployment with %s that is not there is refused', async (_case, wrong) => {
  const { as, commit } = await codeWorld()
  const sha = await commit({ 'a.txt': 'a' })
  const report = { id, environment: 'qa', sha, ref: 'main', tag: false, status: 'success', ...wrong }
  expect((await as('dan').reply(deployments.createDeployment, report)).status).toBe(400)
  expect(await as('dan').call(environments.listEnvironments, { id })).toEqual([])
})

test('deployments are listed by environment, status and time', async () => {
  const built = await codeWorld()
  const sha = await built.commit({ 'a.txt': 'a' })
  await deploy(built, sha, { environment: 'staging' })
  await deploy(built, sha, { status: 'failed' })
  await deploy(built, sha, { status: 'running' })
  const iids = async (filter: object) =>
    (await built.as('rita').call(deployments.listDeployments, { id, ...filter })).map(({ iid }) => iid)
  expect(await iids({})).toEqual([1, 2, 3])
  expect(await iids({ sort: 'desc', orderBy: 'iid' })).toEqual([3, 2, 1])
  expect(await iids({ environment: 'production' })).toEqual([2, 3])
  expect(await iids({ status: 'failed' })).toEqual([2])
  expect(await iids({ finishedAfter: '2001-01-01', orderBy: 'finished_at' })).toEqual([1, 2])
  expect(await iids({ updatedBefore: '2001-01-01' })).toEqual([])
})

/** A merge request that adds a file, merged; with the commit of main then. */
async function mergedChange(
  { as, commit }: Built,
  name: string,
  description = '',
): Promise<{ readonly iid: number; readonly sha: string }> {
  await commit({ [`${name}.txt`]: name }, { branch: name })
  const made = await as('dan').call(createMergeRequest, {
    id,
    sourceBranch: name,
    targetBranch: 'main',
    title: name,
    description,
  })
  const merged = await as('mina').call(acceptMergeRequest, { id, mergeRequestIid: made.iid })
  return { iid: made.iid, sha: merged.mergeCommitSha ?? '' }
}

test('PREMIUM-043 a deployment carries the merge requests since the one before it, and a rollback removes them', async () => {
  const built = await codeWorld()
  const { as, commit, deliver } = built
  await commit({ 'a.txt': 'a' })
  const [one, two, three] = [
    await mergedChange(built, 'one'),
    await mergedChange(built, 'two'),
    await mergedChange(built, 'three'),
  ]
  const carried = async (sha: string) => {
    const { id: deploymentId } = await deploy(built, sha)
    await deliver()
    const found = await as('rita').call(deployments.listDeploymentMergeRequests, {
      id,
      deploymentId,
      orderBy: 'created_at',
      sort: 'asc',
    })
    const { rollback } = await as('rita').call(deployments.getDeployment, { id, deploymentId })
    return [found.map(({ iid }) => iid), rollback]
  }
  expect(await carried(one.sha)).toEqual([[one.iid], false])
  expect(await carried(three.sha)).toEqual([[two.iid, three.iid], false])
  expect(await carried(two.sha)).toEqual([[], true])
  expect(await carried(three.sha)).toEqual([[three.iid], false])
  const listed = async (filter: object) =>
    (await as('rita').call(listProjectMergeRequests, { id, ...filter })).map(({ iid }) => iid)
  expect(await listed({ environment: 'production' })).toEqual([three.iid, two.iid, one.iid])
  expect(await listed({ environment: 'staging' })).toEqual([])
  expect(await listed({ deployedBefore: '2001-01-01T00:00:00Z' })).toEqual([])
  await as('olga').call(updateProject, { id, environmentsAccessLevel: 'disabled' })
  expect(await listed({ environment: 'production' })).toEqual([])
})

test('PREMIUM-043 merge requests of a deployment are filtered, and say when they first came to production', async () => {
  const built = await codeWorld()
  const { as, commit, deliver } = built
  await commit({ 'a.txt': 'a' })
  const change = await mergedChange(built, 'one')
  await deploy(built, change.sha, { environment: 'staging' })
  await deliver()
  const single = async (who: Member) =>
    (await as(who).call(getMergeRequest, { id, mergeRequestIid: change.iid })).firstDeployedToProductionAt
  expect(await single('rita')).toBeNull()
  const { id: deploymentId, finishedAt } = await deploy(built, change.sha)
  await deliver()
  await deploy(built, change.sha)
  await deliver()
  expect(await single('rita')).toBe(finishedAt)
  const listed = async (filter: object) =>
    (await as('rita').call(deployments.listDeploymentMergeRequests, { id, deploymentId, ...filter })).length
  expect([await listed({ targetBranch: 'main' }), await listed({ labels: 'none such' })]).toEqual([1, 0])
  await as('olga').call(updateProject, { id, environmentsAccessLevel: 'disabled' })
  expect(await single('rita')).toBeNull()
})

test('the environments of a tier are protected by a group, in addition to the protection of the project', async () => {
  const built = await codeWorld()
  const { as, commit, group, users } = built
  const olga = as('olga')
  const sha = await commit({ 'a.txt': 'a' })
  for (const [who, accessLevel] of [
    ['olga', 50],
    ['mina', 40],
    ['dan', 30],
  ] as const)
    await as('root').call(addGroupMember, { id: group.id, userId: [String(users[who].id)], accessLevel })
  const key = { id: group.id, name: 'production' } as const
  const levels = { deployAccessLevels: [{ accessLevel: 40 }] }
  expect(await outcomeOf(as('mina').call(protections.protectGroupEnvironment, { ...key, ...levels }))).toBe('forbidden')
  expect(
    (await olga.reply(protections.protectGroupEnvironment, { ...key, ...levels, name: 'prod' as never })).status,
  ).toBe(400)
  const made = await olga.call(protections.protectGroupEnvironment, { ...key, ...levels })
  expect(made).toMatchObject({ name: 'production', deployAccessLevels: [{ accessLevelDescription: 'Maintainers' }] })
  expect((await olga.reply(protections.protectGroupEnvironment, { ...key, ...levels })).status).toBe(409)
  // An environment that there is not yet, by the tier that follows from its name.
  expect(await outcomeOf(deploy(built, sha, { environment: 'prod-eu' }))).toBe('forbidden')
  expect(await outcomeOf(deploy(built, sha, { environment: 'staging' }))).toBe('ok')
  const { environment } = await deploy(built, sha, { who: 'mina', environment: 'prod-eu' })
  const one = { id, environmentId: environment.id }
  expect(await outcomeOf(as('dan').call(environments.updateEnvironment, { ...one, tier: 'other' }))).toBe('forbidden')
  expect(await as('dan').call(pages.environmentPage, { namespace: id, environmentId: environment.id })).toMatchObject({
    environment: { isProtected: true },
  })
  const protection = { deployAccessLevels: [{ userId: users.dan.id }], requiredApprovalCount: 1 }
  await as('mina').call(protections.protectEnvironment, { id, name: 'prod-eu', ...protection })
  expect(await outcomeOf(deploy(built, sha, { who: 'mina', environment: 'prod-eu' }))).toBe('forbidden')
  expect(await outcomeOf(deploy(built, sha, { environment: 'prod-eu' }))).toBe('forbidden')
  const [entry] = made.deployAccessLevels
  const wrong = [{ userId: users.dan.id }, { groupId: group.id }, { accessLevel: 20 }]
  for (const access of wrong) {
    const change = { ...key, deployAccessLevels: [access] }
    expect((await olga.reply(protections.updateGroupProtectedEnvironment, change)).status).toBe(400)
  }
  await olga.call(protections.updateGroupProtectedEnvironment, {
    ...key,
    deployAccessLevels: [{ id: entry?.id ?? 0, accessLevel: 30 }],
    approvalRules: [{ accessLevel: 40, requiredApprovals: 1 }],
  })
  // The approvals of the group's rule are those that count beside the project's.
  const waiting = await deploy(built, sha, { environment: 'prod-eu' })
  expect(waiting).toMatchObject({ status: 'blocked', pendingApprovalCount: 2 })
  await as('mina').call(deployments.approveDeployment, { id, deploymentId: waiting.id, status: 'approved' })
  expect(await as('mina').call(deployments.getDeployment, { id, deploymentId: waiting.id })).toMatchObject({
    pendingApprovalCount: 1,
    approvals: [{ user: { id: users.mina.id } }],
  })
  expect(await as('mina').call(pages.deploySettingsPage, { namespace: id })).toMatchObject({
    protectedEnvironments: [{ name: 'prod-eu' }],
    inherited: [{ name: 'production', group: 'Weft', approvalRules: [{ accessLevel: 40 }] }],
  })
  expect(await olga.call(protections.listGroupProtectedEnvironments, { id: group.id })).toHaveLength(1)
  expect((await olga.reply(protections.unprotectGroupEnvironment, key)).status).toBe(204)
  expect((await olga.reply(protections.getGroupProtectedEnvironment, key)).status).toBe(404)
})

const approvalRules = [
  { accessLevel: 40, requiredApprovals: 1 },
  { accessLevel: 30, requiredApprovals: 1 },
]

test('PREMIUM-043 a deployment of a protected environment waits until each rule is satisfied', async () => {
  const built = await codeWorld()
  const { as, commit, users } = built
  const sha = await commit({ 'a.txt': 'a' })
  const protection = { id, name: 'production', deployAccessLevels: [{ userId: users.dan.id }], approvalRules }
  await as('mina').call(protections.protectEnvironment, protection)
  expect(await outcomeOf(deploy(built, sha, { who: 'mina' }))).toBe('forbidden')
  const waiting = await deploy(built, sha)
  const stop = { id, environmentId: waiting.environment.id }
  expect(await outcomeOf(as('mina').call(environments.stopEnvironment, stop))).toBe('forbidden')
  expect(waiting).toMatchObject({ status: 'blocked', pendingApprovalCount: 2 })
  const one = { id, deploymentId: waiting.id }
  const review = (who: Member, more: object = {}) =>
    as(who).reply(deployments.approveDeployment, { ...one, status: 'approved', ...more })
  expect((await as('dan').reply(deployments.updateDeployment, { ...one, status: 'running' })).status).toBe(400)
  expect((await review('dan')).status).toBe(403)
  expect((await review('rita')).status).toBe(403)
  expect((await review('mina', { representedAs: 'Nobody' })).status).toBe(400)
  const first = await review('mina', { comment: 'Go', representedAs: 'Maintainers' })
  expect(first).toMatchObject({ status: 201, body: { user: { id: users.mina.id }, status: 'approved', comment: 'Go' } })
  const half = await as('rita').call(deployments.getDeployment, one)
  expect(half).toMatchObject({ status: 'blocked', pendingApprovalCount: 1, approvals: [{ comment: 'Go' }] })
  expect(half.approvalSummary.rules.map(rule => rule.deploymentApprovals.length)).toEqual([1, 0])
  await review('olga', { representedAs: 'Developers + Maintainers' })
  expect(await as('rita').call(deployments.getDeployment, one)).toMatchObject({
    status: 'created',
    pendingApprovalCount: 0,
  })
  expect((await review('olga')).status).toBe(400)
  expect(await as('dan').call(deployments.updateDeployment, { ...one, status: 'success' })).toMatchObject({
    status: 'success',
  })
})

test('PREMIUM-043 a rejected deployment fails', async () => {
  const built = await codeWorld()
  const { as, commit } = built
  const sha = await commit({ 'a.txt': 'a' })
  const protection = { deployAccessLevels: [{ accessLevel: 30 }], requiredApprovalCount: 2 }
  await as('mina').call(protections.protectEnvironment, { id, name: 'production', ...protection })
  const { id: deploymentId } = await deploy(built, sha)
  await as('mina').call(deployments.approveDeployment, {
    id,
    deploymentId,
    status: 'rejected',
    comment: 'Not on Friday',
  })
  expect(await as('dan').call(deployments.getDeployment, { id, deploymentId })).toMatchObject({
    status: 'failed',
    approvals: [{ status: 'rejected', comment: 'Not on Friday' }],
  })
})

test('a protection is changed entry by entry, and keeps someone who may deploy', async () => {
  const { as, group, users } = await codeWorld()
  const mina = as('mina')
  const key = { id, name: 'production' }
  const made = await mina.call(protections.protectEnvironment, {
    ...key,
    deployAccessLevels: [{ accessLevel: 40 }, { groupId: group.id, groupInheritanceType: 1 }],
  })
  expect(made.deployAccessLevels.map(each => each.accessLevelDescription)).toEqual(['Maintainers', 'Weft'])
  const [first, second] = made.deployAccessLevels.map(each => each.id)
  const changed = await mina.call(protections.updateProtectedEnvironment, {
    ...key,
    deployAccessLevels: [
      { id: first ?? 0, userId: users.dan.id },
      { id: second ?? 0, Destroy: true },
    ],
    approvalRules: [{ accessLevel: 30 }],
  })
  expect(changed).toMatchObject({
    deployAccessLevels: [{ id: first, userId: users.dan.id, accessLevel: null }],
    approvalRules: [{ accessLevel: 30, requiredApprovals: 1 }],
  })
  const refused = async (deployAccessLevels: object[]) =>
    (await mina.reply(protections.updateProtectedEnvironment, { ...key, deployAccessLevels })).status
  expect(await refused([{ id: first, Destroy: true }])).toBe(400)
  expect(await refused([{ accessLevel: 20 }])).toBe(400)
  expect(await refused([{ userId: users.gus.id }])).toBe(400)
  expect(await refused([{ groupId: 999_999_999 }])).toBe(400)
  expect(await refused([{ accessLevel: 40, userId: users.dan.id }])).toBe(400)
  expect(
    (await mina.reply(protections.protectEnvironment, { ...key, deployAccessLevels: [{ accessLevel: 40 }] })).status,
  ).toBe(409)
})

test('the settings name people and groups anew, and entries that stay keep their ids and approvals', async () => {
  const { as, group, users } = await codeWorld()
  const mina = as('mina')
  const key = { id, name: 'production' }
  const made = await mina.call(protections.protectEnvironment, {
    ...key,
    deployAccessLevels: [{ accessLevel: 40 }, { userId: users.dan.id }],
    approvalRules: [{ groupId: group.id, requiredApprovals: 3 }],
  })
  const change = { deployLevel: 0, deployUserIds: [users.dan.id, users.mina.id], approvalUserIds: [users.rita.id] }
  const changed = await mina.call(protections.updateProtectedEnvironment, { ...key, ...change })
  expect(changed.deployAccessLevels).toMatchObject([{ id: made.deployAccessLevels[1]?.id }, { userId: users.mina.id }])
  expect(changed.approvalRules).toMatchObject([
    { groupId: group.id, requiredApprovals: 3 },
    { userId: users.rita.id, requiredApprovals: 1 },
  ])
  const stale = { ...key, deployUserIds: [users.dan.id], expected: { deployUserIds: [users.dan.id] } }
  expect((await mina.reply(protections.updateProtectedEnvironment, stale)).status).toBe(409)
  const none = { ...key, deployUserIds: [], deployGroupIds: [] }
  expect((await mina.reply(protections.updateProtectedEnvironment, none)).status).toBe(400)
})

test('the overview of a project shows what its environments have, production first', async () => {
  const built = await codeWorld()
  const { as, commit, project, users } = built
  const namespace = project.fullPath
  const sha = await commit({ 'a.txt': 'a' })
  await deploy(built, sha, { environment: 'staging' })
  await deploy(built, sha)
  await deploy(built, sha, { environment: 'qa', status: 'failed' })
  const shown = await as('rita').call(pages.deployedProject, { namespace })
  expect(shown).toMatchObject({ projectId: project.id, count: 3 })
  expect(shown.environments).toMatchObject([
    { name: 'production', current: { sha, commitTitle: expect.any(String), user: { id: users.dan.id } } },
    { name: 'staging', current: { sha } },
  ])
  expect(shown.environments).toHaveLength(2)
  expect(await outcomeOf(as('gus').call(pages.deployedProject, { namespace }))).toBe('forbidden')
})

test.each(['deploy:production', 'deploy/production'])('a commit status named %s reports a deployment', async name => {
  const built = await codeWorld()
  const { as, commit } = built
  const sha = await commit({ 'a.txt': 'a' })
  const report = (state: 'pending' | 'running' | 'success' | 'failed') =>
    as('dan').call(createCommitStatus, { id, sha, state, name, targetUrl: 'https://ci.test/1' })
  const shown = async () =>
    (await as('rita').call(deployments.listDeployments, { id })).map(each => [each.environment.name, each.status])
  for (const state of ['pending', 'running', 'failed', 'failed', 'success'] as const) await report(state)
  expect(await shown()).toEqual([
    ['production', 'failed'],
    ['production', 'success'],
  ])
  const protection = { deployAccessLevels: [{ accessLevel: 40 }] }
  await as('mina').call(protections.protectEnvironment, { id, name: 'production', ...protection })
  expect(await outcomeOf(report('running'))).toBe('forbidden')
  await as('dan').call(createCommitStatus, { id, sha, state: 'success', name: 'deployed' })
  expect(await shown()).toHaveLength(2)
})

test('a deployment during a freeze period says so', async () => {
  const built = await codeWorld()
  const sha = await built.commit({ 'a.txt': 'a' })
  await built.as('mina').call(createFreezePeriod, { id, freezeStart: '* * * * *', freezeEnd: '0 0 29 2 *' })
  expect(await deploy(built, sha)).toMatchObject({ inFreeze: true })
})

test('PREMIUM-041 successful deployments are counted by day, month or at once', async () => {
  const built = await codeWorld()
  const { as, commit, db } = built
  const sha = await commit({ 'a.txt': 'a' })
  for (const day of ['2026-01-05', '2026-01-05', '2026-02-01']) {
    const made = await deploy(built, sha)
    await db
      .updateTable('deployments')
      .set({ finishedAt: `${day}T12:00:00Z` })
      .where('id', '=', made.id)
      .execute()
  }
  await deploy(built, sha, { status: 'failed' })
  const about = { id, environment: 'production', from: '2026-01-04T00:00:00Z', to: '2026-02-02T00:00:00Z' }
  const count = (interval: 'all' | 'monthly' | 'daily') =>
    as('rita').call(deployments.deploymentFrequency, { ...about, interval })
  expect(await count('all')).toEqual([{ value: 3, from: '2026-01-04', to: '2026-02-03' }])
  expect(await count('monthly')).toEqual([
    { value: 2, from: '2026-01-04', to: '2026-02-01' },
    { value: 1, from: '2026-02-01', to: '2026-02-03' },
  ])
  expect((await count('daily')).map(({ value }) => value).join('')).toBe(`02${'0'.repeat(26)}10`)
  expect((await as('gus').reply(deployments.deploymentFrequency, about)).status).toBe(403)
})

test('DORA metrics of a project and its group count deployments to production and the time since the merge', async () => {
  const built = await codeWorld()
  const { as, commit, db, deliver, group } = built
  await commit({ 'a.txt': 'a' })
  const change = await mergedChange(built, 'one')
  const made = await deploy(built, change.sha)
  await deliver()
  await db.updateTable('mergeRequests').set({ mergedAt: '2026-01-05T11:00:00Z' }).execute()
  await db.updateTable('deployments').set({ finishedAt: '2026-01-05T12:00:00Z' }).where('id', '=', made.id).execute()
  const days = { startDate: '2026-01-05', endDate: '2026-01-06' }
  const frequency = { ...days, metric: 'deployment_frequency' } as const
  expect(await as('rita').call(deployments.projectDoraMetrics, { id, ...frequency })).toEqual([
    { date: '2026-01-05', value: 1 },
    { date: '2026-01-06', value: 0 },
  ])
  const lead = { ...days, metric: 'lead_time_for_changes', interval: 'all' } as const
  expect(await as('root').call(deployments.groupDoraMetrics, { id: group.id, ...lead })).toEqual([
    { date: null, value: 3600 },
  ])
})

test('pages show what is where, and a rollback takes a merge request from its environment', async () => {
  const built = await codeWorld()
  const { as, commit, deliver, project, users } = built
  const namespace = project.fullPath
  const base = await commit({ 'a.txt': 'a' })
  const change = await mergedChange(built, 'one')
  const rita = as('rita')
  const where = async () =>
    (await rita.call(pages.deployedMergeRequest, { namespace, iid: change.iid })).environments.map(({ name }) => name)
  const commitIn = async (sha: string) =>
    (await rita.call(pages.deployedCommit, { namespace, sha })).environments.map(({ name }) => name)
  await deploy(built, change.sha, { environment: 'staging' })
  await deploy(built, change.sha)
  await deliver()
  expect([await where(), await commitIn(change.sha)]).toEqual([
    ['production', 'staging'],
    ['production', 'staging'],
  ])
  await deploy(built, base)
  await deliver()
  expect([await where(), await commitIn(change.sha), await commitIn(base)]).toEqual([
    ['staging'],
    ['staging'],
    ['production', 'staging'],
  ])
  const list = await rita.call(pages.environmentsPage, { namespace })
  expect(list).toMatchObject({ counts: { available: 2, stopped: 0 }, freeze: null })
  expect(list.environments).toMatchObject([
    { name: 'production', tier: 'production', upcoming: null, current: { sha: base, rollback: true } },
    { name: 'staging', current: { sha: change.sha, commitTitle: expect.any(String), user: { id: users.dan.id } } },
  ])
  const [production] = list.environments
  const history = await rita.call(pages.environmentPage, { namespace, environmentId: production?.id ?? 0 })
  expect(history.deployments).toMatchObject([
    { isCurrent: true, mergeRequests: [{ iid: change.iid, isRemoved: true }] },
    { isCurrent: false, mergeRequests: [{ iid: change.iid, isRemoved: false }], mergeRequestsCount: 1 },
  ])
  expect(await outcomeOf(as('gus').call(pages.deployedCommit, { namespace, sha: base }))).toBe('forbidden')
})

test('the page of an environment offers a review to those whom a rule names, and to no one their own deployment', async () => {
  const built = await codeWorld()
  const { as, commit, project } = built
  const namespace = project.fullPath
  const sha = await commit({ 'a.txt': 'a' })
  const protection = { deployAccessLevels: [{ accessLevel: 30 }], approvalRules }
  await as('mina').call(protections.protectEnvironment, { id, name: 'production', ...protection })
  const { environment } = await deploy(built, sha)
  const offered = async (who: Member) => {
    const page = await as(who).call(pages.environmentPage, { namespace, environmentId: environment.id })
    return page.deployments.map(each => [each.canReview, each.pendingApprovals])
  }
  expect([await offered('mina'), await offered('dan'), await offered('rita')]).toEqual([
    [[true, 2]],
    [[false, 2]],
    [[false, 2]],
  ])
  expect(await as('mina').call(pages.deploySettingsPage, { namespace })).toMatchObject({
    protectedEnvironments: [{ name: 'production' }],
    freezePeriods: [],
    unprotectedNames: [],
  })
})

test('GraphQL shows environments with their deployments, and approves one', async () => {
  const built = await codeWorld()
  const { as, commit } = built
  const sha = await commit({ 'a.txt': 'a' })
  await deploy(built, sha, { environment: 'review/one' })
  const protection = { deployAccessLevels: [{ accessLevel: 30 }], requiredApprovalCount: 1 }
  await as('mina').call(protections.protectEnvironment, { id, name: 'production', ...protection })
  await deploy(built, sha)
  const query = `query($status: DeploymentStatus!) { project(fullPath: "weft/loom") {
    environments(states: ["available"]) { count nodes { name tier lastDeployment(status: $status) { iid sha status } } }
    environment(name: "production") { name slug deployments(statuses: [BLOCKED]) { nodes { id status triggerer { username } approvals { status } } } }
    folder: environments(type: "review") { nodes { name environmentType } } } }`
  const ask = async (who: Member) => (await askGraphql(as(who).ctx, query, { status: 'SUCCESS' })).data.project
  const shown = await ask('rita')
  expect(shown).toMatchObject({
    environments: {
      count: 2,
      nodes: [
        { name: 'review/one', tier: 'DEVELOPMENT', lastDeployment: { iid: '1', sha, status: 'SUCCESS' } },
        { name: 'production', tier: 'PRODUCTION', lastDeployment: null },
      ],
    },
    environment: {
      name: 'production',
      deployments: { nodes: [{ status: 'BLOCKED', triggerer: { username: 'dan' }, approvals: [] }] },
    },
    folder: { nodes: [{ name: 'review/one', environmentType: 'review' }] },
  })
  expect(await ask('gus')).toMatchObject({ environments: null, environment: null })
  const approve = `mutation($id: DeploymentID!) { approveDeployment(input: { id: $id, status: APPROVED, comment: "Go" }) {
    errors deploymentApproval { status comment user { username } } } }`
  const [waiting] = shown.environment.deployments.nodes
  const reply = await askGraphql(as('mina').ctx, approve, { id: waiting.id })
  expect(reply.data.approveDeployment).toEqual({
    errors: [],
    deploymentApproval: { status: 'APPROVED', comment: 'Go', user: { username: 'mina' } },
  })
  expect((await askGraphql(as('nina').ctx, approve, { id: waiting.id })).errors).toHaveLength(1)
})

test('PERM-003 an issue names the environments that have its merge requests, to those who can read these', async () => {
  const built = await codeWorld()
  const { as, build, commit, deliver, project } = built
  await commit({ 'a.txt': 'a' })
  const issue = await build.issue({})
  const change = await mergedChange(built, 'one', `Closes #${issue.iid}`)
  await deploy(built, change.sha)
  await deliver()
  const page = { namespace: project.fullPath, iid: issue.iid }
  const where = async () => (await as('rita').call(pages.deployedIssue, page)).environments.map(({ name }) => name)
  expect(await where()).toEqual(['production'])
  await as('olga').call(updateProject, { id, mergeRequestsAccessLevel: 'disabled' })
  expect(await where()).toEqual([])
})
