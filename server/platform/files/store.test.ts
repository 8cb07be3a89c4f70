import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openFile, putFile, removeFile } from './store.ts'

async function place() {
  const dataDir = await mkdtemp(join(tmpdir(), 'files-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return { dataDir }
}

test('a file comes back as it was put, whole and in part', async () => {
  const store = await place()
  const path = join(store.dataDir, 'given.txt')
  await writeFile(path, 'woven by hand')
  const key = await putFile(store, { path })
  const whole = await openFile(store, key)
  expect(whole?.sizeBytes).toBe(13)
  expect(await text(whole?.stream ?? Readable.from([]))).toBe('woven by hand')
  const part = await openFile(store, key, { start: 6, end: 7 })
  expect(await text(part?.stream ?? Readable.from([]))).toBe('by')
})

test('removing one of two equal files leaves the other', async () => {
  const store = await place()
  const [first, second] = [await putFile(store, Readable.from(['same'])), await putFile(store, Readable.from(['same']))]
  await removeFile(store, first)
  await removeFile(store, first)
  expect(await openFile(store, first)).toBeNull()
  expect((await openFile(store, second))?.sizeBytes).toBe(4)
})

test('a stream that breaks off leaves nothing behind', async () => {
  const store = await place()
  const broken = Readable.from(
    (async function* () {
      yield 'half'
      throw new Error('cut')
    })(),
  )
  await expect(putFile(store, broken)).rejects.toThrow('cut')
  expect(await readdir(join(store.dataDir, 'files', 'incoming'))).toEqual([])
})

test.each(['../../etc/passwd', '', 'ab'])('%j is no key', async key => {
  await expect(openFile(await place(), key)).rejects.toThrow(RangeError)
})
