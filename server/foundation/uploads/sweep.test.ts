import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createProjectUpload, showProjectUploadByPath } from '#contract/foundation/uploads.ts'
import { listFiles, openFile, putFile } from '#server/platform/files/store.ts'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'
import { all, openTestBucket, testKeys } from '#server/platform/files/test-bucket.ts'
import { world } from '#test/world/world.ts'
import { removeOwnerlessFiles } from './sweep.ts'

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'weft-sweep-'))
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 3 }))
  return path
}

async function bucketUrl() {
  const { port, close } = await openTestBucket(await folder())
  onTestFinished(close)
  return `http://${testKeys.accessKeyId}:${encodeURIComponent(testKeys.secretAccessKey)}@127.0.0.1:${port}/weft/files`
}

const inHours = (hours: number) => Date.now() + hours * 60 * 60 * 1000
const places = { 'a folder': async () => ({}), 'a bucket': async () => ({ S3_URL: await bucketUrl() }) }

test.each(Object.entries(places))(
  'PLATFORM-013 %s: a file whose process died before its row goes after a day, the others stay',
  async (_name, place) => {
    const { as, project, db, services } = await world({
      settings: { DATA_DIR: join(await folder(), 'data'), ...(await place()) },
    })
    const { settings } = services
    const path = join(await folder(), 'notes.txt')
    await writeFile(path, 'warp')
    const upload = await as('gus').call(createProjectUpload, {
      id: project.id,
      file: new TemporaryFile('notes.txt', 'text/plain', path, 4),
    })
    const lost = await putFile(settings, Readable.from(['weft']))
    const keys = async () => (await all(listFiles(settings))).map(file => file.key)
    await removeOwnerlessFiles(db, services, inHours(23))
    expect(await keys()).toHaveLength(2)
    await removeOwnerlessFiles(db, services, inHours(25))
    expect(await keys()).toHaveLength(1)
    expect(await openFile(settings, lost)).toBeNull()
    const [secret = '', filename = ''] = upload.url.split('/').slice(-2)
    const shown = await as('gus').reply(showProjectUploadByPath, { namespace: project.fullPath, secret, filename })
    expect(shown.status).toBe(200)
  },
)

test('files of which not one is known stay: the database is another one', async () => {
  const { db, services } = await world({ settings: { DATA_DIR: join(await folder(), 'data') } })
  for (let count = 0; count < 20; count++) await putFile(services.settings, Readable.from([`${count}`]))
  await expect(removeOwnerlessFiles(db, services, inHours(25))).rejects.toThrow('none of the 20 stored files')
  expect(await all(listFiles(services.settings))).toHaveLength(20)
})

test('what was never finished goes after a day', async () => {
  const { db, services } = await world({ settings: { DATA_DIR: join(await folder(), 'data') } })
  const incoming = join(services.settings.dataDir, 'files', 'incoming')
  await mkdir(incoming, { recursive: true })
  for (const name of ['old', 'new']) await writeFile(join(incoming, name), 'half')
  const yesterday = new Date(inHours(-25))
  await utimes(join(incoming, 'old'), yesterday, yesterday)
  await removeOwnerlessFiles(db, services)
  expect(await readdir(incoming)).toEqual(['new'])
})
