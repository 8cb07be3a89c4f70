import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings, type Settings } from '#server/settings.ts'
import { checkFiles, listFiles, openFile, putFile, removeFile } from './store.ts'
import { all, openTestBucket, signatureOf, testKeys } from './test-bucket.ts'

type StoreSettings = Pick<Settings, 'dataDir' | 's3'>

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'files-'))
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 3 }))
  return path
}

async function bucket(change: (url: string) => string = url => url) {
  const dataDir = await folder()
  const { port, close } = await openTestBucket(await folder())
  onTestFinished(close)
  const keys = `${testKeys.accessKeyId}:${encodeURIComponent(testKeys.secretAccessKey)}`
  const url = change(`http://${keys}@127.0.0.1:${port}/weft/files/of/ours`)
  return { ...readSettings({ S3_URL: url }), dataDir }
}

const places: Readonly<Record<string, () => Promise<StoreSettings>>> = {
  'a folder': async () => ({ dataDir: await folder() }),
  'a bucket': bucket,
}

test.each(Object.entries(places))('%s: a file comes back as it was put, whole and in part', async (_name, place) => {
  const store = await place()
  const path = join(await folder(), 'given.txt')
  await writeFile(path, 'woven by hand')
  const key = await putFile(store, { path })
  const whole = await openFile(store, key)
  expect(whole?.sizeBytes).toBe(13)
  expect(await text(whole?.stream ?? Readable.from([]))).toBe('woven by hand')
  const part = await openFile(store, key, { start: 6, end: 7 })
  expect(part?.sizeBytes).toBe(13)
  expect(await text(part?.stream ?? Readable.from([]))).toBe('by')
})

test.each(Object.entries(places))('%s: removing one of two equal files leaves the other', async (_name, place) => {
  const store = await place()
  const [first, second] = [await putFile(store, Readable.from(['same'])), await putFile(store, Readable.from(['same']))]
  await removeFile(store, first)
  await removeFile(store, first)
  expect(await openFile(store, first)).toBeNull()
  expect(await openFile(store, first, { start: 0, end: 1 })).toBeNull()
  const left = await openFile(store, second)
  expect(left?.sizeBytes).toBe(4)
  left?.stream.destroy()
})

test.each(Object.entries(places))(
  '%s: all of many files are found, with the time they were kept',
  async (_name, place) => {
    const store = await place()
    expect(await all(listFiles(store))).toEqual([])
    const keys = new Set<string>()
    for (let count = 0; count < 20; count++) keys.add(await putFile(store, Readable.from([`${count}`])))
    const found = await all(listFiles(store))
    expect(new Set(found.map(file => file.key))).toEqual(keys)
    expect(found.length).toBe(keys.size)
    for (const { keptAt } of found) expect(Math.abs(Date.now() - keptAt.getTime())).toBeLessThan(60_000)
  },
)

test('a bucket that tells of its files by and by is asked until it has told of all', async () => {
  const key = (letter: string) => `${letter.repeat(64)}-${letter.repeat(16)}`
  const asked: (string | null)[] = []
  const server = createHttpServer((request, reply) => {
    const { searchParams } = new URL(request.url ?? '', 'http://bucket')
    const token = searchParams.get('continuation-token')
    asked.push(searchParams.get('list-type'), searchParams.get('prefix'), token)
    const entry = (name: string) =>
      `<Contents><Key>of/ours/aa/aa/${name}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`
    const more = '<NextContinuationToken>a/b+c=&amp;d</NextContinuationToken>'
    reply.end(
      `<ListBucketResult>${token === null ? entry(key('a')) + entry('weft-check') + more : entry(key('b'))}</ListBucketResult>`,
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const store = readSettings({ S3_URL: `http://key:secret@127.0.0.1:${port}/weft/of/ours` })
  const keptAt = new Date('2026-01-02T03:04:05.000Z')
  expect(await all(listFiles(store))).toEqual([
    { key: key('a'), keptAt },
    { key: key('b'), keptAt },
  ])
  expect(asked).toEqual(['2', 'of/ours/', null, '2', 'of/ours/', 'a/b+c=&d'])
})

test.each(Object.entries(places))(
  '%s: many megabytes go through as they are, and nothing is nothing',
  async (_name, place) => {
    const store = await place()
    const bytes = randomBytes(8 * 1024 * 1024)
    const key = await putFile(store, Readable.from([bytes.subarray(0, 5_000_000), bytes.subarray(5_000_000)]))
    const sha256 = (given: Buffer) => createHash('sha256').update(given).digest('hex')
    expect(key.startsWith(sha256(bytes))).toBe(true)
    const file = await openFile(store, key)
    expect(sha256(await buffer(file?.stream ?? Readable.from([])))).toBe(sha256(bytes))
    const empty = await openFile(store, await putFile(store, Readable.from([])))
    expect(empty?.sizeBytes).toBe(0)
    expect(await text(empty?.stream ?? Readable.from(['?']))).toBe('')
  },
)

test.each(Object.entries(places))('%s: it can be asked whether files can be kept', async (_name, place) => {
  await expect(checkFiles(await place())).resolves.toBeUndefined()
})

test('a stream that breaks off leaves nothing behind', async () => {
  const store = { dataDir: await folder() }
  await expect(putFile(store, breaking())).rejects.toThrow('cut')
  expect(await readdir(join(store.dataDir, 'files', 'incoming'))).toEqual([])
  await expect(putFile(await bucket(), breaking())).rejects.toThrow('cut')
})

const breaking = () =>
  Readable.from(
    (async function* () {
      yield 'half'
      throw new Error('cut')
    })(),
  )

test.each([
  ['a wrong secret', (url: string) => url.replace(/:[^:@]*@/, ':wrong@'), /SignatureDoesNotMatch \(403\)/],
  ['an unknown key', (url: string) => url.replace('S3RVER:', 'nobody:'), /InvalidAccessKeyId \(403\)/],
  ['a bucket that is not there', (url: string) => url.replace('/weft/', '/other/'), /NoSuchBucket \(404\)/],
])('%s is said, and keeps no file', async (_what, change, sentence) => {
  const store = await bucket(change)
  await expect(checkFiles(store)).rejects.toThrow(sentence)
  await expect(putFile(store, Readable.from(['lost']))).rejects.toMatchObject({ kind: 'unavailable' })
})

test('a store that does not answer is tried again, then said to be away', async () => {
  const store = await bucket()
  const key = await putFile(store, Readable.from(['later']))
  let connections = 0
  const silent = createServer(socket => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>(resolve => silent.close(() => resolve())))
  const address = silent.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const away = { ...store, s3: { ...store.s3, endpoint: `http://127.0.0.1:${port}` } as NonNullable<typeof store.s3> }
  await expect(openFile(away, key)).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'The file storage does not respond',
  })
  expect(connections).toBe(3)
})

test.each(['../../etc/passwd', '', 'ab'])('%j is no key', async key => {
  await expect(openFile({ dataDir: await folder() }, key)).rejects.toThrow(RangeError)
  await expect(openFile(await bucket(), key)).rejects.toThrow(RangeError)
})

test('the tests’ own signature is that of the manual’s example', () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': createHash('sha256').digest('hex'),
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=',
  }
  expect(signatureOf({ method: 'GET', url: '/test.txt', headers }, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})
