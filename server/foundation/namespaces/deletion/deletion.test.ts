import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  createGroup,
  deleteGroup,
  getGroup,
  groupSettingsPage,
  listGroups,
  restoreGroup,
  unarchiveGroup,
} from '#contract/foundation/groups.ts'
import { dashboardPage, groupPage, namespacePage } from '#contract/foundation/namespaces.ts'
import {
  archiveProject,
  createProject,
  deleteProject,
  getProject,
  listProjects,
  restoreProject,
  transferProject,
  unarchiveProject,
} from '#contract/foundation/projects.ts'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { createIssue, getIssue } from '#contract/plan/issues/issues.ts'
import { createGroupLabel } from '#contract/plan/labels/labels.ts'
import { createGroupMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { inTransaction } from '#server/platform/sql/database.ts'
import { outcomeOf, world } from '#test/world/world.ts'
import { deleteDue } from './deletion.ts'

const today = new Date().toISOString().slice(0, 10)

test('PLATFORM-011 a deleted project waits: it is read-only, its path is free, and its old address leads to it', async () => {
  const { as, project, group, build } = await world()
  const { iid } = await build.issue({})
  expect(await as('olga').reply(deleteProject, { id: project.id })).toMatchObject({ status: 202 })
  const path = `loom-deletion_scheduled-${project.id}`
  const marked = await as('rita').call(getProject, { id: project.id })
  expect(marked).toMatchObject({ path, markedForDeletionOn: today, markedForDeletionAt: today, archived: false })
  expect((await as('rita').reply(getProject, { id: project.fullPath })).status).toBe(301)
  expect(await outcomeOf(as('rita').call(getIssue, { id: project.id, issueIid: iid }))).toBe('ok')
  expect(await outcomeOf(as('olga').call(createIssue, { id: project.id, title: 'Late' }))).toBe('forbidden')
  const twice = await as('olga').reply(deleteProject, { id: project.id })
  expect([twice.status, twice.body]).toEqual([400, { message: 'Project has been already marked for deletion' }])
  expect(await outcomeOf(as('olga').call(unarchiveProject, { id: project.id }))).toBe('invalid')
  const other = await as('root').call(createProject, {
    name: 'Other',
    path: 'loom',
    namespaceId: group.id,
  })
  expect(other.pathWithNamespace).toBe(project.fullPath)
})

test.each([
  ['olga', 'ok'],
  ['mina', 'forbidden'],
  ['nina', 'not_found'],
  ['anon', 'not_found'],
] as const)('PERM-002 %s restoring a private project: %s', async (who, expected) => {
  const { as, project } = await world()
  await as('olga').call(deleteProject, { id: project.id })
  expect(await outcomeOf(as(who).call(restoreProject, { id: project.id }))).toBe(expected)
})

test('PLATFORM-011 a restored project is as it was, at its path or at one like it', async () => {
  const { as, project, group } = await world()
  const before = await as('olga').call(getProject, { id: project.id })
  await as('olga').call(deleteProject, { id: project.id })
  const restored = await as('olga').reply(restoreProject, { id: project.id })
  expect(restored.status).toBe(201)
  expect(await as('olga').call(getProject, { id: project.id })).toEqual({ ...before, updatedAt: expect.any(String) })
  const again = await as('olga').reply(restoreProject, { id: project.id })
  expect([again.status, again.body]).toEqual([400, { message: 'Project has not been marked for deletion' }])

  await as('olga').call(deleteProject, { id: project.id })
  await as('root').call(createProject, { name: 'Other', path: 'loom', namespaceId: group.id })
  const beside = await as('olga').call(restoreProject, { id: project.id })
  expect(beside.path).toBe(`loom-${project.id}`)
})

test('PLATFORM-011 only what is marked is deleted at once, and only with its full path', async () => {
  const { as, project } = await world()
  const remove = (fullPath?: string) =>
    as('olga').reply(deleteProject, {
      id: project.id,
      permanentlyRemove: true,
      ...(fullPath === undefined ? {} : { fullPath }),
    })
  const early = await remove(project.fullPath)
  expect([early.status, early.body]).toEqual([400, { message: 'Project must be marked for deletion first.' }])
  await as('olga').call(deleteProject, { id: project.id })
  expect([(await remove()).status, (await remove(project.fullPath)).status]).toEqual([400, 400])
  const { pathWithNamespace } = await as('olga').call(getProject, { id: project.id })
  expect((await remove(pathWithNamespace)).status).toBe(202)
  expect(await outcomeOf(as('root').call(getProject, { id: project.id }))).toBe('not_found')
})

test('PLATFORM-011 a group waits with everything below it, and each mark is taken off by itself', async () => {
  const { as, group, project, build } = await world()
  const kept = await build.project({ path: 'kept', parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] } })
  await as('root').call(archiveProject, { id: kept.id })
  await as('root').call(deleteProject, { id: project.id })
  await as('root').call(deleteGroup, { id: group.id })
  const issue = (id: number) => outcomeOf(as('root').call(createIssue, { id, title: 'Late' }))
  expect(await as('root').call(getGroup, { id: group.id })).toMatchObject({ markedForDeletionOn: today })
  expect(await outcomeOf(as('root').call(createProject, { name: 'Late', namespaceId: group.id }))).toBe('invalid')
  expect(await outcomeOf(as('root').call(createGroup, { name: 'Late', path: 'late', parentId: group.id }))).toBe(
    'invalid',
  )
  expect(await outcomeOf(as('root').call(unarchiveGroup, { id: group.id }))).toBe('invalid')
  const alone = await as('root').reply(restoreProject, { id: project.id })
  expect([alone.status, alone.body]).toEqual([
    400,
    { message: 'A parent group is marked for deletion. Restore that group first' },
  ])

  expect((await as('root').reply(restoreGroup, { id: group.id })).status).toBe(201)
  // The project has its own mark, and the other one its archive.
  expect(await issue(project.id)).toBe('forbidden')
  expect((await as('root').call(getProject, { id: kept.id })).archived).toBe(true)
  await as('root').call(unarchiveProject, { id: kept.id })
  expect(await issue(kept.id)).toBe('ok')
  await as('root').call(restoreProject, { id: project.id })
  expect(await issue(project.id)).toBe('ok')
})

test('a project that leaves a group marked for deletion stays', async () => {
  const { as, group, project } = await world()
  await as('root').call(deleteGroup, { id: group.id })
  await as('root').call(transferProject, { id: project.id, namespace: 'root' })
  expect(await outcomeOf(as('root').call(createIssue, { id: project.id, title: 'Saved' }))).toBe('ok')
})

test('PLATFORM-011 lists: `active` leaves out what waits, and `marked_for_deletion_on` finds it', async () => {
  const { as, group, project, build } = await world()
  const twin = await build.group({ path: 'twin', parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] } })
  await as('root').call(deleteProject, { id: project.id })
  await as('root').call(deleteGroup, { id: twin.id })
  const projects = async (filter: object) =>
    (await as('root').call(listProjects, filter)).some(each => each.id === project.id)
  const groups = async (filter: object) => (await as('root').call(listGroups, filter)).some(each => each.id === twin.id)
  for (const listed of [projects, groups]) {
    expect(await listed({ active: true })).toBe(false)
    expect(await listed({ active: false })).toBe(true)
    expect(await listed({ markedForDeletionOn: today })).toBe(true)
    expect(await listed({ markedForDeletionOn: '2001-01-01' })).toBe(false)
  }
  expect(await as('root').reply(listProjects, { markedForDeletionOn: 'never' })).toMatchObject({ status: 400 })
})

test('owners find what waits on their dashboard and in its group; others see it nowhere', async () => {
  const { as, group, project } = await world()
  await as('root').call(deleteProject, { id: project.id })
  const pendingOf = async (who: 'olga' | 'dan') => {
    const page = await as(who).call(dashboardPage, {})
    expect(page.projects.map(each => each.id)).not.toContain(project.id)
    return page.pending
  }
  const on = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  expect(await pendingOf('olga')).toMatchObject([{ kind: 'project', id: project.id, deletesOn: on }])
  expect(await pendingOf('dan')).toEqual([])
  const home = await as('root').call(groupPage, { namespace: group.fullPath })
  expect([home.group.projects, home.group.pending.map(each => each.id)]).toEqual([[], [project.id]])
  expect((await as('dan').call(groupPage, { namespace: group.fullPath })).group.pending).toEqual([])
  const path = `${project.fullPath}-deletion_scheduled-${project.id}`
  expect(await as('dan').call(namespacePage, { namespace: path })).toMatchObject({
    project: { deletion: { on, isOwn: true }, permissions: { canOwn: false } },
  })
})

test('what is below a marked group says the day, and that the mark is not its own', async () => {
  const { as, group, project } = await world()
  await as('root').call(deleteGroup, { id: group.id })
  const { pathWithNamespace } = await as('root').call(getProject, { id: project.id })
  expect(pathWithNamespace).toBe(`${group.fullPath}-deletion_scheduled-${group.id}/loom`)
  expect(await as('root').call(namespacePage, { namespace: pathWithNamespace })).toMatchObject({
    project: { deletion: { isOwn: false } },
  })
  const { fullPath } = await as('root').call(getGroup, { id: group.id })
  expect(await as('root').call(groupSettingsPage, { namespace: fullPath })).toMatchObject({ deletion: { isOwn: true } })
  expect((await as('root').call(groupPage, { namespace: fullPath })).group.projects).toHaveLength(1)
})

test('PLATFORM-011 the job deletes what is due, by the days that the site has set', async () => {
  const { as, db, services, project, build, group } = await world()
  const later = await build.project({ path: 'later', parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] } })
  for (const { id } of [project, later]) await as('root').call(deleteProject, { id })
  await sql`update namespaces set marked_for_deletion_on = current_date - 7 where id = ${project.id}`.execute(db)
  const left = async () => {
    await deleteDue(db, services)
    const rows = await db.selectFrom('projects').select('id').where('id', 'in', [project.id, later.id]).execute()
    return rows.map(row => row.id).sort((one, other) => one - other)
  }
  expect(await left()).toEqual([project.id, later.id])
  await as('root').call(updateApplicationSettings, { deletionAdjournedPeriod: 7 })
  expect(await left()).toEqual([later.id])
})

test('PLATFORM-011 without days of grace a project is deleted at once', async () => {
  const { as, project } = await world()
  await as('root').call(updateApplicationSettings, { deletionAdjournedPeriod: 0 })
  await as('olga').call(deleteProject, { id: project.id })
  expect(await outcomeOf(as('root').call(getProject, { id: project.id }))).toBe('not_found')
})

test('marking and restoring tell the pages of the place, and let sockets be judged again', async () => {
  const { as, db, group, project } = await world()
  await as('olga').call(deleteProject, { id: project.id })
  await as('olga').call(restoreProject, { id: project.id })
  const told = await db.selectFrom('events').select(['name', 'topics']).orderBy('id', 'desc').limit(2).execute()
  const topics = [`project:${project.id}`, `group:${group.id}`, `access:namespace:${project.id}`]
  expect(told).toEqual([
    { name: 'namespace.restored', topics },
    { name: 'namespace.marked', topics },
  ])
})

test.each([
  ['a restore', true],
  ['a deletion', false],
])('PLATFORM-011 %s does not bring back the name before a change that it waited for', async (_what, isMarked) => {
  const { as, db, project } = await world({ commits: true })
  const { id } = project
  if (isMarked) await as('olga').call(deleteProject, { id })
  const { changing } = await inTransaction(db, async inner => {
    await inner.updateTable('namespaces').set({ name: 'Renamed' }).where('id', '=', id).execute()
    const changing = outcomeOf(as('olga').reply(isMarked ? restoreProject : deleteProject, { id }))
    const waiting = sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%namespaces%'`
    await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count).toBe(1)
    return { changing }
  })
  await changing
  expect((await as('olga').call(getProject, { id })).name).toBe('Renamed')
})

test('PERM-002 in a group that waits for its deletion nobody adds a label or a milestone', async () => {
  const { as, group } = await world()
  await as('root').call(deleteGroup, { id: group.id })
  expect(await outcomeOf(as('root').call(createGroupLabel, { id: group.id, name: 'late', color: '#112233' }))).toBe(
    'forbidden',
  )
  expect(await outcomeOf(as('root').call(createGroupMilestone, { id: group.id, title: 'Late' }))).toBe('forbidden')
})
