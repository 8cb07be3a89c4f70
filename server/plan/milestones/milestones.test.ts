import { expect, test } from 'vitest'
import { archiveProject, updateProject } from '#contract/foundation/projects.ts'
import {
  getGroupMilestonesPage,
  getMilestonePage,
  getMilestonesPage,
} from '#contract/plan/label-and-milestone-pages.ts'
import {
  createGroupMilestone,
  createProjectMilestone,
  deleteProjectMilestone,
  getProjectMilestone,
  listGroupMilestoneIssues,
  listGroupMilestones,
  listMilestoneOptions,
  listProjectMilestoneIssues,
  listProjectMilestones,
  promoteMilestone,
  updateProjectMilestone,
} from '#contract/plan/timeboxes/milestones.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

test('MILE-014 a milestone is made, changed, closed and deleted', async () => {
  const { as, project, build } = await world()
  const rita = as('rita')
  const made = await rita.call(createProjectMilestone, {
    id: project.id,
    title: ' v1 ',
    startDate: '2020-01-01',
    dueDate: '2020-02-01',
  })
  expect(made).toMatchObject({
    iid: 1,
    projectId: project.id,
    title: 'v1',
    state: 'active',
    expired: true,
    webUrl: 'http://weft.test/weft/loom/-/milestones/1',
  })
  const ref = { id: project.id, milestoneId: made.id }
  const changed = await rita.call(updateProjectMilestone, {
    ...ref,
    dueDate: null,
    stateEvent: 'close',
    description: '**soon**',
  })
  expect(changed).toMatchObject({ dueDate: null, state: 'closed', expired: false, description: '**soon**' })
  expect(await as('gus').call(getProjectMilestone, ref)).toEqual(changed)
  const issue = await build.issue({ milestoneId: made.id })
  await build.issue({ milestoneId: made.id, confidential: true })
  expect((await as('gus').call(listProjectMilestoneIssues, ref)).map(each => each.id)).toEqual([issue.id])
  expect(await as('gus').call(getMilestonePage, { namespace: project.fullPath, iid: 1 })).toMatchObject({
    permissions: { canAdmin: false },
    milestone: {
      openIssuesCount: 1,
      closedIssuesCount: 0,
      descriptionHtml: expect.stringContaining('<strong>soon</strong>'),
    },
  })
  await rita.call(deleteProjectMilestone, ref)
  await expect(rita.call(getProjectMilestone, ref)).rejects.toMatchObject({
    body: { message: '404 Milestone Not Found' },
  })
})

test('a title is taken once, and nothing ends before it begins', async () => {
  const { as, project, build } = await world()
  await build.milestone({ title: 'v1' })
  const make = (input: object) => as('rita').reply(createProjectMilestone, { id: project.id, ...input })
  expect((await make({ title: 'v1' })).body).toEqual({ message: { title: ['has already been taken'] } })
  expect((await make({ title: ' ' })).body).toEqual({ message: { title: ["can't be blank"] } })
  expect((await make({ title: 'v2', startDate: '2026-02-01', dueDate: '2026-01-01' })).body).toEqual({
    message: { due_date: ['must be greater than start date'] },
  })
})

test.each<[Member, string]>([
  ['rita', 'ok'],
  ['gus', 'forbidden'],
  ['nina', 'not_found'],
])('PERM-002 %s making a milestone: %s', async (who, outcome) => {
  const { as, project } = await world()
  const reply = outcomeOf(as(who).call(createProjectMilestone, { id: project.id, title: 'v1' }))
  await expect(reply).resolves.toBe(outcome)
})

test('MILE-023, MILE-024 lists by state, title and time, with those above when asked', async () => {
  const { as, project, group, build } = await world()
  await build.milestone({ title: 'first', startDate: '2026-01-01', dueDate: '2026-01-31' })
  await build.milestone({ title: 'second', startDate: '2026-02-01', dueDate: '2026-02-28' })
  await build.milestone({ title: 'done', state: 'closed' })
  await build.milestone({ title: 'shared', namespaceId: group.id })
  const titles = async (input: object) =>
    ((await as('gus').reply(listProjectMilestones, { id: project.id, ...input })).body as { title: string }[]).map(
      each => each.title,
    )
  expect(await titles({})).toEqual(['first', 'second', 'done'])
  expect(await titles({ state: 'active', includeParentMilestones: true })).toEqual(['first', 'second', 'shared'])
  expect(await titles({ state: 'closed' })).toEqual(['done'])
  expect(await titles({ search: 'SEC' })).toEqual(['second'])
  expect(await titles({ containingDate: '2026-02-10' })).toEqual(['second'])
  expect(await titles({ startDate: '2026-01-15', endDate: '2026-02-15' })).toEqual(['first', 'second'])
  const query = `{ project(fullPath: "${project.fullPath}") {
    milestones(timeframe: { start: "2026-02-10", end: "2026-03-01" }) { nodes { title } } } }`
  const { data } = await askGraphql(as('gus').ctx, query)
  expect(data.project.milestones.nodes).toEqual([{ title: 'second' }])
  const inGroup = await as('gus').call(listGroupMilestones, { id: group.id })
  expect(inGroup).toMatchObject([{ title: 'shared', groupId: group.id }])
  const options = await as('gus').call(listMilestoneOptions, { namespace: project.fullPath })
  expect(options.map(each => each.name)).toEqual(['first', 'second', 'shared'])
  const page = await as('gus').call(getMilestonesPage, { namespace: project.fullPath })
  expect(page).toMatchObject({
    counts: { active: 3, closed: 1 },
    milestones: [{ title: 'first' }, { title: 'second' }, { title: 'shared' }],
    hasNext: false,
  })
})

test('a picker of milestones offers a hundred, and finds the others by their titles', async () => {
  const { as, project, build } = await world()
  for (let number = 100; number <= 200; number += 1) await build.milestone({ title: `part ${number}` })
  const titles = async (search?: string) => {
    const options = await as('rita').call(listMilestoneOptions, {
      namespace: project.fullPath,
      ...(search ? { search } : {}),
    })
    return options.map(each => each.title)
  }
  expect((await titles()).at(-1)).toBe('part 199')
  expect(await titles()).toHaveLength(100)
  expect(await titles('part 200')).toEqual(['part 200'])
})

test('a promoted milestone is the group’s and keeps its issues', async () => {
  const { as, project, group, build, users, db } = await world()
  await db.insertInto('members').values({ namespaceId: group.id, userId: users.mina.id, accessLevel: 40 }).execute()
  await as('mina').call(createGroupMilestone, { id: group.id, title: 'other' })
  const milestone = await build.milestone({ title: 'v1' })
  const issue = await build.issue({ milestoneId: milestone.id })
  const ref = { id: project.id, milestoneId: milestone.id }
  await expect(as('rita').call(promoteMilestone, ref)).rejects.toMatchObject({ kind: 'forbidden' })
  expect(await as('mina').call(promoteMilestone, ref)).toMatchObject({ id: milestone.id, iid: 2, groupId: group.id })
  const issues = await as('mina').call(listGroupMilestoneIssues, { id: group.id, milestoneId: milestone.id })
  expect(issues.map(each => each.id)).toEqual([issue.id])
})

test('PERM-002 the page of a group lists milestones of its projects, of those whose issues the reader can see', async () => {
  const { as, build, users, statements } = await world()
  const root = as('root')
  const group = await build.group({ path: 'mill', members: { [users.rita.id]: 20 } })
  const project = await build.project({ path: 'felt', parent: group })
  const secret = await build.project({ path: 'secret', parent: group })
  const old = await build.project({ path: 'old', parent: group })
  const below = await build.group({ path: 'below', parent: group })
  const outside = await build.project({ path: 'outside' })
  const create = (id: number, title: string, dueDate: string) =>
    root.call(createProjectMilestone, { id, title, dueDate })
  await root.call(createGroupMilestone, { id: group.id, title: 'Own', dueDate: '2030-01-01' })
  await create(project.id, 'v1', '2030-02-01')
  await create(secret.id, 'v1', '2030-03-01')
  await create(outside.id, 'v1', '2030-03-01')
  await create(old.id, 'v0', '2030-04-01')
  await root.call(archiveProject, { id: old.id })
  await root.call(createGroupMilestone, { id: below.id, title: 'Below', dueDate: '2030-05-01' })
  await root.call(updateProject, { id: secret.id, issuesAccessLevel: 'disabled' })
  const listed = async (who: Member | 'root', input = {}) => {
    const page = await as(who).call(getGroupMilestonesPage, { namespace: group.fullPath, ...input })
    expect(page.counts.active).toBe(page.milestones.length)
    return page.milestones.map(milestone => `${milestone.title} of ${milestone.ownerPath}`)
  }
  const seen = ['Own of mill', 'v1 of mill/felt', 'Below of mill/below']
  expect(await listed('rita')).toEqual(seen)
  expect(await listed('rita', { search: 'V1' })).toEqual(['v1 of mill/felt'])
  await listed('rita')
  const few = await statements(() => listed('rita'))
  for (let n = 0; n < 10; n++) {
    const more = await build.project({ path: `more-${n}`, parent: group })
    await create(more.id, `m${n}`, '2031-01-01')
  }
  expect(await listed('rita')).toHaveLength(13)
  expect(await statements(() => listed('rita'))).toBe(few)
})
