import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as contract from '#contract/foundation/users.ts'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'
import { world } from '#test/world/world.ts'

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)])

async function avatarWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'avatar-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const made = await world({ settings: { DATA_DIR: folder } })
  const file = async (bytes: Buffer, name = 'me.png') => {
    const path = join(folder, name)
    await writeFile(path, bytes)
    return new TemporaryFile(name, 'image/png', path, bytes.length)
  }
  return { ...made, file }
}

test('a picture is uploaded, served safely, replaced and taken away', async () => {
  const { as, file, users, db, deliver } = await avatarWorld()
  const { avatarUrl } = await as('rita').call(contract.setAvatar, { avatar: await file(png) })
  const uploadId = Number(avatarUrl?.split('/').at(-1))
  const input = { id: users.rita.id, uploadId }
  expect(avatarUrl).toBe(`http://weft.test/uploads/-/system/user/avatar/${users.rita.id}/${uploadId}`)
  const served = await as('anon').reply(contract.getAvatarFile, input)
  expect(served.body).toEqual(png)
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect((await as('rita').call(contract.getUser, {})).avatarUrl).toBe(avatarUrl)

  await as('rita').call(contract.setAvatar, { avatar: await file(Buffer.concat([png, png])) })
  await deliver()
  expect((await as('anon').reply(contract.getAvatarFile, input)).status).toBe(404)
  await as('rita').call(contract.removeAvatar, {})
  expect((await as('rita').call(contract.getUser, {})).avatarUrl).toBeNull()
  expect(await db.selectFrom('uploads').select('id').where('userId', '=', users.rita.id).execute()).toEqual([])
})

test.each([
  [
    'a script',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    'must be a PNG, JPEG, GIF or WebP image',
  ],
  ['too much', Buffer.concat([png, Buffer.alloc(1024 * 1024)]), 'is too big (should be at most 1 MiB)'],
])('a picture that is %s is refused', async (_name, bytes, sentence) => {
  const { as, file } = await avatarWorld()
  const reply = await as('rita').reply(contract.setAvatar, { avatar: await file(bytes) })
  expect([reply.status, reply.body]).toEqual([400, { message: { avatar: [sentence] } }])
})

test('a picture is found by the email address that its owner shows', async () => {
  const { as, file } = await avatarWorld()
  const { avatarUrl } = await as('rita').call(contract.setAvatar, { avatar: await file(png) })
  const find = async (email: string) => (await as('anon').call(contract.getAvatar, { email })).avatarUrl
  expect(await find('rita@weft.test')).toBeNull()
  await as('rita').call(contract.updateProfile, { publicEmail: 'rita@weft.test' })
  expect(await find('RITA@weft.test')).toBe(avatarUrl)
})
