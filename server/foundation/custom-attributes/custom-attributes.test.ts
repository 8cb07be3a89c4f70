import { expect, test } from 'vitest'
import {
  groupCustomAttributes,
  projectCustomAttributes,
  userCustomAttributes,
} from '#contract/foundation/custom-attributes.ts'
import { getGroup, listGroups } from '#contract/foundation/groups.ts'
import { getProject, listProjects } from '#contract/foundation/projects.ts'
import { getUserById, listUsers } from '#contract/foundation/users.ts'
import { site } from '#test/world/site.ts'
import { outcomeOf, world } from '#test/world/world.ts'

/** A user, a group and a project, each with two attributes. */
async function scene() {
  const it = await world()
  const root = it.as('root')
  for (const [key, value] of [
    ['costCentre', '42'],
    ['a b/c', 'x'],
  ] as const) {
    await root.call(userCustomAttributes.set, { id: it.users.rita.id, key, value })
    await root.call(groupCustomAttributes.set, { id: it.group.id, key, value })
    await root.call(projectCustomAttributes.set, { id: it.project.id, key, value })
  }
  return {
    ...it,
    root,
    attributes: [
      { key: 'a b/c', value: 'x' },
      { key: 'costCentre', value: '42' },
    ],
  }
}

test('an attribute is set, read, changed and removed by its key', async () => {
  const { root, project, users, attributes } = await scene()
  expect(await root.call(projectCustomAttributes.list, { id: project.id })).toEqual(attributes)
  await root.call(projectCustomAttributes.set, { id: project.fullPath, key: 'costCentre', value: '43' })
  const one = { id: project.id, key: 'costCentre' }
  expect(await root.call(projectCustomAttributes.get, one)).toEqual({ key: 'costCentre', value: '43' })
  await root.call(projectCustomAttributes.remove, one)
  expect(await outcomeOf(root.call(projectCustomAttributes.get, one))).toBe('not_found')
  expect(await outcomeOf(root.call(projectCustomAttributes.remove, one))).toBe('not_found')
  expect(await root.call(userCustomAttributes.list, { id: users.rita.id })).toEqual(attributes)
})

test.each([
  ['root', 'ok'],
  ['olga', 'forbidden'],
  ['anon', 'unauthenticated'],
] as const)('PERM-002 custom attributes for %s: %s', async (who, expected) => {
  const { as, group, project, users } = await scene()
  const caller = as(who)
  expect(await outcomeOf(caller.call(groupCustomAttributes.list, { id: group.id }))).toBe(expected)
  expect(await outcomeOf(caller.call(groupCustomAttributes.get, { id: group.id, key: 'costCentre' }))).toBe(expected)
  const set = caller.call(projectCustomAttributes.set, { id: project.id, key: 'mine', value: '1' })
  expect(await outcomeOf(set)).toBe(expected)
  const remove = caller.call(userCustomAttributes.remove, { id: users.rita.id, key: 'costCentre' })
  expect(await outcomeOf(remove)).toBe(expected)
})

test('PERM-003 entities and lists hold them for administrators who ask, and for nobody else', async () => {
  const { as, root, group, project, users, attributes } = await scene()
  const asked = { withCustomAttributes: true }
  const of = async (who: 'root' | 'olga') => [
    (await as(who).call(getProject, { id: project.id, ...asked })).customAttributes,
    (await as(who).call(listProjects, asked)).find(each => each.id === project.id)?.customAttributes,
    (await as(who).call(getGroup, { id: group.id, ...asked })).customAttributes,
    (await as(who).call(listGroups, asked)).find(each => each.id === group.id)?.customAttributes,
    (await as(who).call(listGroups, { ...asked, pagination: 'keyset' })).find(each => each.id === group.id)
      ?.customAttributes,
    (await as(who).call(getUserById, { id: users.rita.id, ...asked })).customAttributes,
    (await as(who).call(listUsers, { ...asked, username: 'rita' }))[0]?.customAttributes,
  ]
  expect(await of('root')).toEqual(Array.from({ length: 7 }, () => attributes))
  expect(await of('olga')).toEqual(Array.from({ length: 7 }, () => undefined))
  expect(await root.call(getProject, { id: project.id })).not.toHaveProperty('customAttributes')
})

test('PERM-003 lists are narrowed by all attributes that an administrator names, and by nobody else’s', async () => {
  const { ask, as, project, group, users } = await site()
  const root = as('root')
  await root.call(projectCustomAttributes.set, { id: project.id, key: 'costCentre', value: '42' })
  await root.call(groupCustomAttributes.set, { id: group.id, key: 'costCentre', value: '42' })
  await root.call(userCustomAttributes.set, { id: users.rita.id, key: 'costCentre', value: '42' })
  const ids = async (who: 'root' | 'rita', address: string) => {
    const { body } = await ask(who, `GET ${address}`)
    // A list of entities.
    return (body as readonly { readonly id: number }[]).map(each => each.id)
  }
  const query = 'custom_attributes[costCentre]=42'
  expect(await ids('root', `/projects?${query}`)).toEqual([project.id])
  expect(await ids('root', `/groups?${query}`)).toEqual([group.id])
  expect(await ids('root', `/users?${query}`)).toEqual([users.rita.id])
  expect(await ids('root', `/projects?${query}&custom_attributes[other]=1`)).toEqual([])
  expect(await ids('rita', '/projects?custom_attributes[costCentre]=1')).toContain(project.id)
})

test('of a thousand attributes that a list is asked for, all count', async () => {
  const { as, users } = await world()
  const customAttributes = Object.fromEntries(Array.from({ length: 1000 }, (_, nth) => [`key${nth}`, 'x']))
  for (const key of ['key0', 'key999'])
    await as('root').call(userCustomAttributes.set, { id: users.rita.id, key, value: 'x' })
  expect(await as('root').call(listUsers, { customAttributes })).toEqual([])
  const two = await as('root').call(listUsers, { customAttributes: { key0: 'x', key999: 'x' } })
  expect(two.map(each => each.username)).toEqual([users.rita.username])
})
