import { expect, test } from 'vitest'
import { createGroup, updateGroup } from '#contract/foundation/groups.ts'
import { newProjectPage } from '#contract/foundation/namespaces.ts'
import { createProject, updateProject } from '#contract/foundation/projects.ts'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { getViewer } from '#contract/foundation/users.ts'
import { world } from '#test/world/world.ts'

test('PREMIUM-040 a restricted level is for administrators alone, in new and existing projects and groups', async () => {
  const { as, project } = await world()
  const group = await as('olga').call(createGroup, { name: 'Guild', path: 'guild', visibility: 'private' })
  await as('root').call(updateApplicationSettings, { restrictedVisibilityLevels: ['public'] })
  const refused = { message: { visibility_level: ['public has been restricted by an administrator.'] } }
  for (const [operation, input] of [
    [createProject, { name: 'Open', visibility: 'public' }],
    [createGroup, { name: 'Open', path: 'open-group', visibility: 'public' }],
    [updateProject, { id: project.id, visibility: 'public' }],
    [updateGroup, { id: group.id, visibility: 'public' }],
  ] as const) {
    const reply = await as('olga').reply(operation, input)
    expect([operation.name, reply.status, reply.body]).toEqual([operation.name, 400, refused])
  }
  expect((await as('olga').reply(createProject, { name: 'Shut', visibility: 'private' })).status).toBe(201)
  expect((await as('root').reply(createProject, { name: 'Open', visibility: 'public' })).status).toBe(201)
})

test.each([
  [['public'], 'internal'],
  [['public', 'internal'], 'private'],
  [['private', 'internal'], 'public'],
] as const)(
  'PREMIUM-040 with %j restricted, a project without a chosen level is %s, and the form offers this',
  async (levels, expected) => {
    const { as } = await world()
    await as('root').call(updateApplicationSettings, {
      restrictedVisibilityLevels: [...levels],
      defaultProjectVisibility: 'public',
    })
    expect((await as('olga').call(createProject, { name: 'Shawl' })).visibility).toBe(expected)
    expect((await as('olga').call(newProjectPage, {})).defaultVisibility).toBe(expected)
    expect((await as('root').call(createProject, { name: 'Shawl' })).visibility).toBe('public')
    const shown = async (who: 'olga' | 'root') => (await as(who).call(getViewer, {})).restrictedVisibilityLevels
    expect([(await shown('olga')).toSorted(), await shown('root')]).toEqual([levels.toSorted(), []])
  },
)

test.each([
  [0, 'noone'],
  [1, 'maintainer'],
  [2, 'developer'],
  [3, 'administrator'],
  [4, 'owner'],
])(
  'PREMIUM-040 default_project_creation %i makes new groups say %s, unless they say something else',
  async (number, level) => {
    const { as } = await world()
    await as('root').call(updateApplicationSettings, { defaultProjectCreation: number })
    const made = await as('olga').call(createGroup, { name: 'Guild', path: 'guild' })
    expect(made.projectCreationLevel).toBe(level)
    const own = await as('olga').call(createGroup, { name: 'Own', path: 'own', projectCreationLevel: 'owner' })
    expect(own.projectCreationLevel).toBe('owner')
  },
)
