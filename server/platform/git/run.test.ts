import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NotFound, TooLarge, Unavailable } from '#server/errors.ts'
import { lane } from '#server/platform/limits/lane.ts'
import { asRequester, Requesters } from '#server/platform/limits/requester.ts'
import { batchInfo, objectInfo, readObject } from './cat-file.ts'
import { readRefs } from './refs/ref-store.ts'
import { GitFailed, git, gitStream, start } from './run.ts'
import { type TestRepository, testRepository } from './test-repository.ts'

let here: TestRepository
let head: string
beforeAll(async () => {
  here = await testRepository()
  head = await here.commit({
    'a.txt': 'one\n',
    'odd\nname "ü"': 'two\n',
    'big.bin': Buffer.alloc(3_000_000, 'x'),
    empty: '',
  })
})
afterAll(() => here.remove())

test('git reads our configuration and no other', async () => {
  const { stdout } = await git(here.repo, ['config', '--list', '--show-origin'], { env: { XDG_CONFIG_HOME: '/etc' } })
  const origins = new Set(
    stdout
      .toString()
      .match(/^file:\S+/gm)
      ?.map(origin => origin.split('/').at(-1)),
  )
  expect([...origins].sort()).toEqual(['config', 'gitconfig'])
})

test('a process has bounded memory, more of it to take packs, unless it works on our own packs', async () => {
  const limit = ['-c', 'alias.limit=!ulimit -d', 'limit']
  const bounded = Number((await git(here.repo, limit)).stdout.toString())
  expect(bounded).toBeGreaterThanOrEqual(512 * 1024)
  expect(bounded).toBeLessThanOrEqual(1024 * 1024)
  const ofTransfers = Number((await git(here.repo, limit, { memory: 'transfer' })).stdout.toString())
  expect(ofTransfers).toBeGreaterThanOrEqual(1024 * 1024)
  expect(ofTransfers).toBeLessThanOrEqual(4 * 1024 * 1024)
  expect((await git(here.repo, limit, { memory: 'large' })).stdout.toString()).toBe('unlimited\n')
  const starved = git(here.repo, ['-c', 'alias.die=!echo fatal: Out of memory, malloc failed >&2; exit 128', 'die'])
  await expect(starved).rejects.toBeInstanceOf(Unavailable)
})

test('a failure has git’s message', async () => {
  const failing = git(here.repo, ['rev-parse', '--verify', '--end-of-options', 'nothing'])
  await expect(failing).rejects.toThrow(GitFailed)
  await expect(failing).rejects.toMatchObject({ code: 128, stderr: expect.stringContaining('fatal') })
  expect((await git(here.repo, ['rev-parse', '--verify', '-q', 'nothing'], { accept: [1] })).code).toBe(1)
})

test('a repository that is not there is not found', async () => {
  const nowhere = `${here.folder}/nowhere.git`
  await expect(git(nowhere, ['rev-parse', 'HEAD'])).rejects.toThrow(NotFound)
  await expect(objectInfo(nowhere, 'HEAD')).rejects.toThrow(NotFound)
  await expect(readRefs(nowhere)).rejects.toThrow(NotFound)
})

test('too much output, too much time and an abort each end the process', async () => {
  await expect(git(here.repo, ['cat-file', 'blob', 'main:big.bin'], { maxBytes: 100_000 })).rejects.toThrow(TooLarge)
  await expect(git(here.repo, ['rev-parse', 'main'], { maxBytes: 40 })).rejects.toThrow(TooLarge)
  await expect(git(here.repo, ['cat-file', '--batch'], { timeoutMs: 50, input: endless() })).rejects.toThrow(
    Unavailable,
  )
  const leaving = new AbortController()
  const reading = git(here.repo, ['cat-file', '--batch'], { input: endless(), signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(reading).rejects.toThrow('left')
})

/** Input that neither comes nor ends. */
const endless = () => new Readable({ read: () => undefined })

test('an unread stream ends after its time limit, and the server stays', async () => {
  const stream = await gitStream(here.repo, ['cat-file', '--batch'], { timeoutMs: 50, input: endless() })
  await expect.poll(() => stream.errored?.message).toContain('took longer than 50 ms')
})

test('a stream that is left ends, one that fails says so', async () => {
  for await (const chunk of await gitStream(here.repo, ['cat-file', 'blob', 'main:big.bin'])) {
    expect((chunk as Buffer).length).toBeGreaterThan(0)
    break
  }
  const failing = await gitStream(here.repo, ['cat-file', 'blob', 'main:nothing'])
  await expect(failing.toArray()).rejects.toThrow(GitFailed)
  const whole = await gitStream(here.repo, ['cat-file', 'blob', 'main:big.bin'])
  expect(Buffer.concat(await whole.toArray())).toHaveLength(3_000_000)
})

test('more processes than places wait their turn; too many are sent away', async () => {
  const versions = await Promise.all(Array.from({ length: 30 }, () => git(here.repo, ['rev-parse', 'main'])))
  expect(new Set(versions.map(({ stdout }) => stdout.toString().trim()))).toEqual(new Set([head]))
  const narrow = lane({ what: 'Tests', atOnce: 1, waiting: 1, waitMs: 20 })
  const leave = await narrow.enter()
  const second = narrow.enter()
  await expect(narrow.enter()).rejects.toThrow(Unavailable)
  await expect(second).rejects.toThrow(Unavailable)
  leave()
  leave()
  const again = await narrow.enter()
  await expect(narrow.enter(AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
  again()
})

test('an owner who has taken their share of a lane waits, and others go ahead', async () => {
  const wide = lane({ what: 'Tests', atOnce: 2, waiting: 5, waitMs: 10_000 })
  const shareOf = (...owners: string[]) => ({ of: new Requesters(owners), kind: 'tests', most: 1 })
  const ann = shareOf('ann')
  const order: string[] = []
  const leave = await wide.enter(undefined, ann)
  const second = wide.enter(undefined, ann).then(leaveAgain => {
    order.push('ann')
    return leaveAgain
  })
  const leaveOther = await wide.enter(undefined, shareOf('ben'))
  order.push('ben')
  leaveOther()
  leave()
  ;(await second)()
  expect(order).toEqual(['ben', 'ann'])
})

test('whoever joins what waits for the share of another goes on with their own', async () => {
  const wide = lane({ what: 'Tests', atOnce: 2, waiting: 5, waitMs: 10_000 })
  const shareOf = (of: Requesters) => ({ of, kind: 'tests', most: 1 })
  const ann = new Requesters(['ann'])
  const leave = await wide.enter(undefined, shareOf(ann))
  const wanted = new Requesters(['ann'])
  const waiting = wide.enter(undefined, shareOf(wanted))
  wanted.join(new Requesters(['ben']))
  const leaveOther = await waiting
  leave()
  // The place is one of Ben's.
  ;(await wide.enter(undefined, shareOf(ann)))()
  const bens = wide.enter(undefined, shareOf(new Requesters(['ben'])))
  leaveOther()
  ;(await bens)()
})

test('one person’s requests leave places of the pages to others', async () => {
  const hold = () => start(here.repo, ['-c', 'alias.hold=!cat', 'hold'], {})
  const version = () => git(here.repo, ['rev-parse', 'main'])
  const held = await asRequester('ann', () => Promise.all(Array.from({ length: 4 }, hold)))
  const order: string[] = []
  const fifth = asRequester('ann', version).then(() => order.push('ann'))
  await asRequester('ben', version)
  order.push('ben')
  for (const { child } of held) child.stdin.end()
  for (const { child } of held) child.stdout.resume()
  await fifth
  expect(order).toEqual(['ben', 'ann'])
})

test('objects are read whatever their names', async () => {
  const object = await readObject(here.repo, 'main:odd\nname "ü"')
  expect(object).toMatchObject({ type: 'blob', sizeBytes: 4, content: Buffer.from('two\n') })
  expect(object?.oid).toBe(createHash('sha1').update('blob 4\0two\n').digest('hex'))
  expect((await readObject(here.repo, 'main:empty'))?.content).toHaveLength(0)
  expect((await readObject(here.repo, 'main:big.bin'))?.content).toHaveLength(3_000_000)
  await expect(readObject(here.repo, 'main:big.bin', { maxBytes: 1_000 })).rejects.toThrow(TooLarge)
  expect(
    await batchInfo(here.repo, [
      'main:nothing',
      `x\n${head} blob 3`,
      'a\0b',
      '',
      'main:a.txt missing',
      'main^{tree}',
      'main',
    ]),
  ).toMatchObject([null, null, null, null, null, { type: 'tree' }, { oid: head, type: 'commit' }])
})

test('an ambiguous name means nothing', async () => {
  const files = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`many/${index}`, `${index}\n`]))
  await here.commit(files, { branch: 'many', start: head })
  const ids = Object.values(files).map(text =>
    createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex').slice(0, 4),
  )
  const twice = ids.find((id, index) => ids.indexOf(id) !== index) ?? ids.map(id => id.slice(0, 1))[0] ?? ''
  expect(await objectInfo(here.repo, twice)).toBeNull()
})

test('many repositories share few processes', async () => {
  const others = await Promise.all(Array.from({ length: 24 }, () => testRepository()))
  const heads = await Promise.all(others.map((other, index) => other.commit({ 'a.txt': `${index}\n` })))
  const read = () => Promise.all(others.map(other => readObject(other.repo, 'main:a.txt')))
  expect((await read()).map(object => object?.content.toString())).toEqual(others.map((_, index) => `${index}\n`))
  expect((await read()).map(object => object?.content.toString())).toEqual(others.map((_, index) => `${index}\n`))
  expect(new Set(heads).size).toBe(others.length)
  await Promise.all(others.map(other => other.remove()))
})

test('a yielding process has a low priority, which its children inherit', async () => {
  const nice = async (yields: boolean) =>
    (await git(null, ['-c', 'alias.nice=!nice', 'nice'], { yields })).stdout.toString().trim()
  await expect.poll(() => nice(true)).toBe('5')
  expect(await nice(false)).toBe('0')
})
