import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from '#test/world/world.ts'
import { hostKey } from './host-key.ts'

const isReadable = (key: string) => key.startsWith('good')

test('PLATFORM-001 a host key that cannot be read is made again, also one that is stored, and a good one stays', async () => {
  const { db } = await world()
  const made = ['bad 1', 'good 1', 'good 2']
  const make = () => made.shift() ?? ''
  await sql`delete from server_secrets where name = 'ssh_host_key'`.execute(db)
  await sql`insert into server_secrets (name, value) values ('ssh_host_key', 'bad 0')`.execute(db)
  expect(await hostKey(db, { make, isReadable })).toBe('good 1')
  expect(await hostKey(db, { make, isReadable })).toBe('good 1')
  expect(made).toEqual(['good 2'])
})
