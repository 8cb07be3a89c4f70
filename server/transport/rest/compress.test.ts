import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { appWorld } from '#test/world/app.ts'
import { acceptsGzip } from './compress.ts'

test('a long answer is packed for whoever can read it so', async () => {
  const { app, build, project, users, token } = await appWorld()
  const description = 'Warp and weft, over and under. '.repeat(500)
  const long = await build.issue({ description })
  const short = await build.issue({ description: 'Over and under.' })
  const secret = await token(users.rita.id)
  const ask = (iid: number, accepted: string) =>
    app.inject({
      url: `/api/v4/projects/${project.id}/issues/${iid}`,
      headers: { 'private-token': secret, 'accept-encoding': accepted },
    })
  const plain = await ask(long.iid, 'identity')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.json()).toMatchObject({ description })

  const zipped = await ask(long.iid, 'gzip, deflate, br')
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringContaining('Accept-Encoding') })
  expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
  expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(plain.json())

  expect((await ask(short.iid, 'gzip, deflate, br')).headers['content-encoding']).toBeUndefined()
})

test.each([
  ['gzip', true],
  ['br, gzip;q=0.5', true],
  ['gzip;q=0', false],
  ['gzip; q=0.0, identity', false],
  ['br', false],
  ['', false],
])('an answer may be compressed for "%s": %s', (accepted, isTaken) => {
  expect(acceptsGzip(accepted)).toBe(isTaken)
})
