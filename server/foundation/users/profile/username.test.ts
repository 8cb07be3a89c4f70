import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as contract from '#contract/foundation/users.ts'
import { fresh } from '#test/world/scenes/writings.ts'
import { world } from '#test/world/world.ts'

test('a new username moves the own namespace and everything in it, and the old path leads there', async () => {
  const { as, db, users, build } = await world()
  const own = await db.selectFrom('namespaces').selectAll().where('fullPath', '=', 'rita').executeTakeFirstOrThrow()
  await build.project({ path: 'shawl', parent: { ...own, ancestorIds: [own.id] } })
  await as('root').call(contract.updateUser, { id: users.rita.id, username: 'margarita', name: 'Margarita' })
  const paths = await db
    .selectFrom('namespaces')
    .select(['fullPath', 'fullName'])
    .where(sql<boolean>`ancestor_ids @> array[${own.id}]::bigint[]`)
    .orderBy('id')
    .execute()
  expect(paths).toEqual([
    { fullPath: 'margarita', fullName: 'Margarita' },
    { fullPath: 'margarita/shawl', fullName: 'Margarita / shawl' },
  ])
  const redirects = await db.selectFrom('redirects').select('path').orderBy('path').execute()
  expect(redirects.map(each => each.path)).toEqual(['rita', 'rita/shawl'])
  const taken = await as('root').reply(contract.updateUser, { id: users.rita.id, username: 'weft' })
  expect([taken.status, taken.body]).toEqual([409, { message: 'Username has already been taken' }])
})

test.each(['user', 'docs', 'team', 'support', 'new-news'])('%s is a username that anybody may have', async username => {
  const { as } = await world()
  const made = await as('root').call(contract.createUser, { ...fresh, username, email: `${username}@weft.test` })
  expect(made.username).toBe(username)
})

test.each(['api', 'admin', 'Users', 'groups', 'help', 'assets', 'robots.txt', 'Ghost'])(
  '%s is an address of the site and no username',
  async username => {
    const { as } = await world()
    const reply = await as('root').reply(contract.createUser, { ...fresh, username })
    expect([reply.status, reply.body]).toEqual([400, { message: { username: ['is a reserved name'] } }])
  },
)
