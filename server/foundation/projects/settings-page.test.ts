import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { groupSettingsPage } from '#contract/foundation/groups.ts'
import {
  createProject,
  deleteProject,
  getProject,
  projectSettingsPage,
  updateProject,
} from '#contract/foundation/projects.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { repositoryDir, repositoryExists } from '#server/platform/git/storage.ts'
import { deletingAtOnce } from '#test/world/delete-at-once.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

test.each<[Member | 'anon', string]>([
  ['olga', 'ok'],
  ['mina', 'ok'],
  ['dan', 'forbidden'],
  ['gus', 'forbidden'],
  ['nina', 'not_found'],
  ['anon', 'not_found'],
])('PERM-002 %s opening the settings of a private project: %s', async (who, outcome) => {
  const { as, project } = await world()
  const reply = outcomeOf(as(who).call(projectSettingsPage, { namespace: project.fullPath }))
  await expect(reply).resolves.toBe(outcome)
})

test('the settings page says which visibilities are possible', async () => {
  const { as, build, users } = await world()
  const top = await build.group({ visibility: 'internal', members: { [users.olga.id]: 50 } })
  const project = await build.project({ path: 'inside', visibility: 'internal', parent: top })
  await expect(as('olga').call(projectSettingsPage, { namespace: project.fullPath })).resolves.toMatchObject({
    project: { id: project.id },
    parent: { id: top.id },
    visibilities: ['private', 'internal'],
    canOwn: true,
    isParentArchived: false,
  })
  await expect(as('olga').call(groupSettingsPage, { namespace: top.fullPath })).resolves.toMatchObject({
    group: { id: top.id },
    parent: null,
    visibilities: ['internal', 'public'],
    mostVisible: { name: 'inside', visibility: 'internal' },
    subgroupsCount: 0,
    projectsCount: 1,
  })
})

test('a project begun with a README has its first commit, and its repository goes with it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-readme-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { db, as, deliver } = await world({ settings: { DATA_DIR: folder } })
  const project = await as('nina').call(createProject, {
    name: 'Begun',
    initializeWithReadme: true,
    defaultBranch: 'trunk',
    description: 'A beginning',
  })
  expect(project).toMatchObject({ emptyRepo: false, defaultBranch: 'trunk' })
  const dir = repositoryDir(folder, project.id)
  await expect(findRef(dir, 'branch', 'trunk')).resolves.toMatchObject({ name: 'trunk' })
  await expect(as('nina').call(updateProject, { id: project.id, defaultBranch: 'nowhere' })).rejects.toMatchObject({
    kind: 'invalid',
  })
  await deletingAtOnce(db)
  await as('nina').call(deleteProject, { id: project.id })
  await deliver()
  await expect(repositoryExists(dir)).resolves.toBe(false)
  await expect(as('nina').call(getProject, { id: project.id })).rejects.toMatchObject({ kind: 'not_found' })
})
