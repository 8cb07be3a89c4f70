import { expect, test } from 'vitest'
import { getGroupContactsPage } from '#contract/plan/contacts/contacts.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { type Member, world } from '#test/world/world.ts'
import { makeCustomers, makeIterations } from './planning.ts'

test('PLATFORM-014 the demo has contacts of two organizations and a cadence, with issues of both', async () => {
  const { as, build, group, project, users } = await world()
  for (const [user, level] of [
    [users.olga, 50],
    [users.mina, 40],
  ] as const)
    await build.member({ at: group.id, userId: user.id, level })
  for (let iid = 1; iid <= 10; iid++) await build.issue({})
  const mina = as('mina').ctx
  const [at, in_] = [group.fullPath, project.fullPath]
  await makeCustomers(mina, (who, operation, input) => as(who as Member).call(operation, input), at, in_)
  await makeIterations(mina, (who, operation, input) => as(who as Member).call(operation, input), at, in_)
  const { contacts } = await as('mina').call(getGroupContactsPage, { namespace: group.fullPath })
  expect(contacts.map(each => each.organization?.name)).toEqual([
    'Northlight Textiles',
    'Museum of Weaving',
    'Northlight Textiles',
  ])
  const { issue } = await as('mina').call(getIssuePage, { namespace: project.fullPath, iid: 1 })
  expect(issue.contacts).toMatchObject([{ firstName: 'Tomás' }])
  expect(issue.iteration).toMatchObject({ cadenceTitle: 'Loom team' })
})
