import { expect, test } from 'vitest'
import { addDeployKey } from '#contract/foundation/deploy-keys.ts'
import { createGroup } from '#contract/foundation/groups.ts'
import * as contract from '#contract/foundation/keys.ts'
import { blockUser, createUser } from '#contract/foundation/users.ts'
import { appWorld } from '#test/world/app.ts'
import { gpgFingerprint, gpgKey, sshFingerprints, sshKeys } from '#test/world/public-keys.ts'
import { world } from '#test/world/world.ts'
import { maxKeys } from './new-key.ts'

const add = { title: 'Laptop', key: sshKeys.ed25519 }

test('PLATFORM-011 an SSH key is added, listed, read and deleted by its owner', async () => {
  const { as } = await world()
  const made = await as('rita').call(contract.createSshKey, { ...add, expiresAt: '2999-01-01T00:00:00.000Z' })
  expect(made).toEqual({
    id: expect.any(Number),
    title: 'Laptop',
    key: sshKeys.ed25519,
    usageType: 'auth_and_signing',
    createdAt: expect.any(String),
    expiresAt: '2999-01-01T00:00:00.000Z',
    lastUsedAt: null,
  })
  expect(await as('rita').call(contract.listOwnSshKeys, {})).toEqual([made])
  expect(await as('rita').call(contract.getOwnSshKey, { keyId: made.id })).toEqual(made)
  expect((await as('dan').reply(contract.deleteSshKey, { keyId: made.id })).status).toBe(404)
  expect((await as('rita').reply(contract.deleteSshKey, { keyId: made.id })).status).toBe(204)
  expect((await as('rita').reply(contract.getOwnSshKey, { keyId: made.id })).status).toBe(404)
})

test.each([
  [{ title: ' ' }, { title: ["can't be blank"] }],
  [{ key: 'ssh-ed25519 AAAA' }, { key: ['is invalid'] }],
  [{ expiresAt: '2020-01-01T00:00:00Z' }, { expires_at: ['must be in the future'] }],
])('PLATFORM-011 an SSH key with %j is refused', async (wrong, message) => {
  const { as } = await world()
  const reply = await as('rita').reply(contract.createSshKey, { ...add, ...wrong })
  expect([reply.status, reply.body]).toEqual([400, { message }])
})

test('PLATFORM-011 a key that somebody has cannot be added again, by whomever', async () => {
  const { as } = await world()
  await as('rita').call(contract.createSshKey, add)
  await as('rita').call(contract.createGpgKey, { key: gpgKey })
  for (const who of ['rita', 'dan'] as const) {
    const message = { key: ['has already been taken'] }
    const again = await as(who).reply(contract.createSshKey, { ...add, key: `${sshKeys.ed25519} more` })
    expect([again.status, again.body]).toEqual([400, { message }])
    expect((await as(who).reply(contract.createGpgKey, { key: gpgKey })).body).toEqual({ message })
  }
})

test('PLATFORM-011 the owner of an account is mailed about a new key', async () => {
  const { as, db, users } = await world()
  await as('root').call(contract.createSshKeyFor, { ...add, userId: users.rita.id })
  const mails = await db.selectFrom('mails').select(['userId', 'subject', 'text']).execute()
  expect(mails).toEqual([{ userId: users.rita.id, subject: 'SSH key added to your account', text: expect.any(String) }])
  expect(mails[0]?.text).toContain(sshFingerprints.ed25519)
})

test.each(['anon', 'gus', 'root'] as const)('PERM-002 %s reads the keys of a person', async who => {
  const { as, users } = await world()
  const ssh = await as('rita').call(contract.createSshKey, add)
  const gpg = await as('rita').call(contract.createGpgKey, { key: gpgKey })
  const userId = users.rita.username
  // The comment is for the owner and administrators.
  const shown = who === 'root' ? ssh : { ...ssh, key: sshKeys.ed25519.replace(/ rita@loom$/, '') }
  expect(await as(who).call(contract.listSshKeys, { userId })).toEqual([shown])
  expect(await as(who).call(contract.getSshKey, { userId: users.rita.id, keyId: ssh.id })).toEqual(shown)
  expect(await as(who).call(contract.listGpgKeys, { userId })).toEqual([gpg])
  expect(await as(who).call(contract.getGpgKey, { userId, keyId: gpg.id })).toEqual(gpg)
  const elsewhere = await as(who).reply(contract.getSshKey, { userId: users.dan.id, keyId: ssh.id })
  expect(elsewhere.status).toBe(404)
})

test('PERM-002 only administrators write keys of others, and look keys up by fingerprint', async () => {
  const { as, users } = await world()
  const made = await as('root').call(contract.createSshKeyFor, { ...add, userId: users.rita.id })
  const calls = [
    [contract.createSshKeyFor, { ...add, key: sshKeys.rsa, userId: users.rita.id }],
    [contract.deleteSshKeyOf, { userId: users.rita.id, keyId: made.id }],
    [contract.createGpgKeyFor, { key: gpgKey, userId: users.rita.id }],
    [contract.deleteGpgKeyOf, { userId: users.rita.id, keyId: 1 }],
    [contract.getSshKeyWithUser, { keyId: made.id }],
    [contract.findSshKey, { fingerprint: sshFingerprints.ed25519 }],
  ] as const
  for (const [operation, input] of calls) expect((await as('olga').reply(operation, input)).status).toBe(403)
  const byMd5 = '0e:40:33:7b:26:fb:48:bb:9e:66:30:58:32:52:7c:4b'
  // A plus sign that was not encoded arrives as a blank.
  for (const fingerprint of [
    sshFingerprints.ed25519,
    sshFingerprints.ed25519.replaceAll('+', ' '),
    byMd5,
    `MD5:${byMd5}`,
  ])
    expect(await as('root').call(contract.findSshKey, { fingerprint })).toMatchObject({
      id: made.id,
      user: { username: 'rita' },
    })
  expect((await as('root').reply(contract.findSshKey, { fingerprint: 'SHA256:no' })).status).toBe(404)
  expect((await as('root').reply(contract.deleteSshKeyOf, { userId: users.rita.id, keyId: made.id })).status).toBe(204)
})

test('PERM-002 a deploy key is found by its fingerprint, with the projects that it opens', async () => {
  const { as, project } = await world()
  const deploy = { id: project.id, title: 'CI', key: sshKeys.ed25519, canPush: true }
  const { id } = await as('olga').call(addDeployKey, deploy)
  const found = await as('root').call(contract.findSshKey, { fingerprint: sshFingerprints.ed25519 })
  expect(found).toMatchObject({ id, title: 'CI', usageType: 'auth', user: { username: 'olga' } })
  expect(found.deployKeysProjects).toMatchObject([{ deployKeyId: id, projectId: project.id, canPush: true }])
})

test('PLATFORM-011 the pages show fingerprints, and which address of a GPG key is the owner’s', async () => {
  const { as, db, users } = await world()
  await db.updateTable('users').set({ email: 'Rita@home.test' }).where('id', '=', users.rita.id).execute()
  await as('rita').call(contract.createSshKey, { ...add, key: sshKeys.rsa })
  await as('rita').call(contract.createGpgKey, { key: gpgKey })
  const ssh = await as('rita').call(contract.sshKeysPage, {})
  expect(ssh.keys).toMatchObject([{ kind: 'RSA 2048', fingerprint: sshFingerprints.rsa }])
  const gpg = await as('rita').call(contract.gpgKeysPage, {})
  expect(gpg.keys).toMatchObject([
    {
      fingerprint: gpgFingerprint,
      emails: [
        { email: 'rita@weft.test', isVerified: false },
        { email: 'rita@home.test', isVerified: true },
      ],
    },
  ])
})

test('PLATFORM-011 no group or user takes the address of somebody’s keys', async () => {
  const { as } = await world()
  const group = await as('root').reply(createGroup, { name: 'Ops', path: 'ops.keys' })
  expect([group.status, JSON.stringify(group.body)]).toEqual([400, expect.stringContaining('is a reserved name')])
  const user = { username: 'ada.gpg', name: 'Ada', email: 'ada@weft.test', password: 'warp and weft' }
  expect((await as('root').reply(createUser, user)).body).toEqual({ message: { username: ['is a reserved name'] } })
})

test('PLATFORM-011 the keys of a person stand as text at their name', async () => {
  const { app, as } = await appWorld()
  await as('rita').call(contract.createSshKey, add)
  await as('rita').call(contract.createSshKey, { ...add, key: sshKeys.rsa })
  await as('rita').call(contract.createGpgKey, { key: gpgKey })
  const ssh = await app.inject('/Rita.keys')
  expect(ssh.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(ssh.body).toBe([sshKeys.ed25519, sshKeys.rsa].map(key => `${key.split(' ').slice(0, 2).join(' ')}\n`).join(''))
  expect((await app.inject('/rita.gpg')).body).toBe(`${gpgKey}\n`)
  expect((await app.inject('/dan.keys')).body).toBe('')
  expect((await app.inject('/nobody-here.keys')).statusCode).toBe(404)
})

test('PLATFORM-011 the keys at a name are those that may be let in: none that expired, none of a blocked person', async () => {
  const { app, as, db, users } = await appWorld()
  const { id } = await as('rita').call(contract.createSshKey, { ...add, expiresAt: '2999-01-01T00:00:00.000Z' })
  expect((await app.inject('/rita.keys')).body).not.toBe('')
  await db.updateTable('sshKeys').set({ expiresAt: '2001-01-01T00:00:00Z' }).where('id', '=', id).execute()
  expect((await app.inject('/rita.keys')).body).toBe('')
  await as('rita').call(contract.createSshKey, { ...add, key: sshKeys.rsa })
  await as('root').call(blockUser, { id: users.rita.id })
  const blocked = await app.inject('/rita.keys')
  expect([blocked.statusCode, blocked.body]).toEqual([200, ''])
})

test('PLATFORM-011 keys that are added at once end at the same number', async () => {
  const { as, db, users } = await world({ commits: true })
  await db
    .insertInto('sshKeys')
    .values(
      Array.from({ length: maxKeys - 1 }, (_, nth) => ({
        userId: users.rita.id,
        title: 'old',
        key: `ssh-ed25519 ${nth}`,
        type: 'ssh-ed25519',
        bits: 256,
        fingerprint: `SHA256:${nth}`,
        fingerprintMd5: `${nth}`,
        usageType: 'auth',
        createdAt: new Date().toISOString(),
      })),
    )
    .execute()
  const added = Object.values(sshKeys).map(key => as('rita').reply(contract.createSshKey, { title: 'new', key }))
  const statuses = (await Promise.all(added)).map(reply => reply.status)
  expect(statuses.sort()).toEqual([201, 400, 400, 400])
})
