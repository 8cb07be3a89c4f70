import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { request as httpRequest, type Server } from 'node:http'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { TooLarge } from '#server/errors.ts'
import { commitDiff } from '../commits/diff.ts'
import { fileInfo, readFile as readFileOf, streamBlob } from '../files/blob.ts'
import type { TestRepository } from '../test-repository.ts'
import type { RefUpdate } from '../writing/update-refs.ts'
import { flushPkt, pkt } from './pkt-line.ts'
import { receivePack } from './receive-pack.ts'
import { historyIn, httpSite } from './test-http-site.ts'

let here: TestRepository
let server: Server
let url: string
let heard: RefUpdate[]
let settled: Promise<unknown>[]
let close: () => Promise<void>
let maxBytes: number

beforeEach(async () => {
  maxBytes = 64 * 1024 * 1024
  ;({ here, server, url, heard, settled, close } = await httpSite({ maxBytes: () => maxBytes }))
})

afterEach(() => close())

const history = () => historyIn(here)

async function cloned(): Promise<string> {
  await here.git(['clone', '-q', url, 'clone'])
  return join(here.folder, 'clone')
}

const refsNow = () => here.git(['-C', here.repo, 'for-each-ref'])

async function expectClean(): Promise<void> {
  expect(await here.git(['-C', here.repo, 'fsck', '--strict', '--no-dangling'])).toBe('')
  expect((await readdir(join(here.repo, 'objects'))).filter(name => name.startsWith('tmp_objdir'))).toEqual([])
}

test('a push larger than allowed is refused with a reason and leaves nothing', async () => {
  await history()
  const clone = await cloned()
  const before = await refsNow()
  maxBytes = 100_000
  await writeFile(join(clone, 'big'), randomBytes(3_000_000))
  await here.git(['add', '.'], { cwd: clone })
  await here.git(['commit', '-qm', 'Big'], { cwd: clone })
  await expect(here.git(['push', 'origin', 'main'], { cwd: clone })).rejects.toThrow(/maximum allowed size/)
  expect(await refsNow()).toBe(before)
  await expectClean()
})

test('a broken object is refused', async () => {
  await history()
  const clone = await cloned()
  const before = await refsNow()
  const tree = (await here.git(['rev-parse', 'HEAD^{tree}'], { cwd: clone })).trim()
  const text = `tree ${tree}\nauthor nobody\n\nbroken\n`
  await writeFile(join(here.folder, 'broken'), text)
  const id = (
    await here.git(['hash-object', '-t', 'commit', '--literally', '-w', join(here.folder, 'broken')], { cwd: clone })
  ).trim()
  await expect(here.git(['push', 'origin', `${id}:refs/heads/broken`], { cwd: clone })).rejects.toThrow(
    /remote rejected|unpack/,
  )
  expect(await refsNow()).toBe(before)
  await expectClean()
})

/** The body of a push of many random files to `refs/heads/cut`. */
async function pushBody(files: number): Promise<Buffer> {
  const clone = await cloned()
  for (let index = 0; index < files; index += 1) await writeFile(join(clone, `random-${index}`), randomBytes(20_000))
  await here.git(['add', '.'], { cwd: clone })
  await here.git(['commit', '-qm', 'Random'], { cwd: clone })
  const head = (await here.git(['rev-parse', 'HEAD'], { cwd: clone })).trim()
  const child = spawn('git', ['pack-objects', '--revs', '--stdout', '-q'], { cwd: clone })
  child.stdin.end(`${head}\n^origin/main\n`)
  const pack = Buffer.concat(await child.stdout.toArray())
  const command = pkt(`${'0'.repeat(40)} ${head} refs/heads/cut\0report-status side-band-64k agent=test`)
  return Buffer.concat([command, flushPkt, pack])
}

test.each([
  ['many objects, kept as a pack', 150],
  ['few objects, unpacked', 5],
])('a push that breaks off in the middle leaves the repository untouched: %s', async (_name, files) => {
  await history()
  const body = await pushBody(files)
  const before = await refsNow()
  for (const part of [10, 150, Math.floor(body.length / 3), body.length - 5]) {
    await new Promise<void>(resolve => {
      const request = httpRequest(`${url}/git-receive-pack`, {
        method: 'POST',
        headers: { 'content-length': body.length },
      })
      request.on('error', () => resolve())
      request.write(body.subarray(0, part), () => request.destroy())
      request.on('close', () => resolve())
    })
  }
  server.closeAllConnections()
  await expect.poll(() => settled.length).toBeGreaterThanOrEqual(4)
  await Promise.all(settled)
  await expect
    .poll(async () => (await readdir(join(here.repo, 'objects'))).filter(name => name.startsWith('tmp_objdir')))
    .toEqual([])
  expect(await refsNow()).toBe(before)
  expect(heard).toEqual([])
  await expectClean()

  const reply = await fetch(`${url}/git-receive-pack`, {
    method: 'POST',
    body: gzipSync(body),
    headers: { 'content-encoding': 'gzip' },
  })
  expect(await reply.text()).toContain('ok refs/heads/cut')
  expect(heard).toMatchObject([{ ref: 'refs/heads/cut', before: null }])
})

test.each([
  ['no pkt-line', 'zzzz', 'git-receive-pack'],
  ['a length that cannot be', '0003', 'git-receive-pack'],
  ['no command', '0009oops\n', 'git-receive-pack'],
  ['no command in protocol 2', '0003', 'git-upload-pack'],
  ['nothing at all', '', 'git-receive-pack'],
])('a request outside the protocol is refused: %s', async (_name, body, service) => {
  await history()
  const before = await refsNow()
  const reply = await fetch(`${url}/${service}`, {
    method: 'POST',
    body,
    headers: { 'git-protocol': 'version=2' },
  }).then(
    async found => `${found.status} ${await found.text()}`,
    () => 'broken off',
  )
  expect(reply).toMatch(/broken off|ERR|^200 $/)
  expect(await refsNow()).toBe(before)
})

test('a client that leaves ends the process that served it', async () => {
  await here.commit({ 'big.bin': randomBytes(30_000_000) })
  const head = (await here.git(['-C', here.repo, 'rev-parse', 'main'])).trim()
  const body = Buffer.concat([
    pkt('command=fetch'),
    pkt('object-format=sha1'),
    Buffer.from('0001'),
    pkt(`want ${head}\n`),
    pkt('done\n'),
    flushPkt,
  ])
  await new Promise<void>(resolve => {
    const request = httpRequest(
      `${url}/git-upload-pack`,
      { method: 'POST', headers: { 'git-protocol': 'version=2' } },
      response => {
        response.once('data', () => {
          request.destroy()
          resolve()
        })
      },
    )
    request.on('error', () => undefined)
    request.end(body)
  })
  await Promise.all(settled)
  const processes = async () => {
    const found: string[] = []
    for (const pid of (await readdir('/proc')).filter(name => /^\d+$/.test(name))) {
      const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      if (words.includes('upload-pack') && words.includes(here.repo)) found.push(words)
    }
    return found
  }
  await expect.poll(processes).toEqual([])
})

test('a huge file comes in and goes out in pieces', async () => {
  await here.commit({ small: 'x' })
  const clone = await cloned()
  const content = randomBytes(24_000_000)
  maxBytes = 200_000_000
  await writeFile(join(clone, 'huge.bin'), content)
  // Random bytes do not get smaller, and trying takes most of the time.
  await here.git(['config', 'core.compression', '0'], { cwd: clone })
  await here.git(['add', '.'], { cwd: clone })
  await here.git(['commit', '-qm', 'Huge'], { cwd: clone })
  await here.git(['push', '-q', 'origin', 'main'], { cwd: clone })
  const { after } = heard[0] ?? {}
  const info = await fileInfo(here.repo, after ?? '', 'huge.bin')
  expect(info?.sizeBytes).toBe(content.length)
  const hash = createHash('sha1')
  for await (const chunk of await streamBlob(here.repo, info?.id ?? '')) hash.update(chunk)
  expect(hash.digest('hex')).toBe(createHash('sha1').update(content).digest('hex'))
  await expect(readFileOf(here.repo, after ?? '', 'huge.bin')).rejects.toThrow(TooLarge)
  expect((await commitDiff(here.repo, after ?? ''))?.files).toMatchObject([
    { newPath: 'huge.bin', binary: true, diff: '' },
  ])
  await here.git(['clone', '-q', url, 'again'])
  expect((await readFile(join(here.folder, 'again', 'huge.bin'))).equals(content)).toBe(true)
})

test('a client that compresses its pack for minutes before it sends it is waited for, without a place in the lane', async () => {
  const head = await here.commit({ 'a.txt': 'one\n' })
  const empty = Buffer.from('5041434b0000000200000000', 'hex')
  const body = new PassThrough()
  const commands = `${'0'.repeat(40)} ${head} refs/heads/slow\0 report-status`
  body.write(Buffer.concat([pkt(commands), flushPkt]))
  const before = vi.fn(async () => ({ repo: here.repo }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const answer = receivePack({ body, staysOpen: true, before, after: async () => [] })
  await new Promise(resolve => setImmediate(resolve))
  expect(before).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5 * 60_000)
  vi.useRealTimers()
  body.write(Buffer.concat([empty, createHash('sha1').update(empty).digest()]))
  expect((await (await answer).toArray()).join('')).toContain('ok refs/heads/slow')
})

test('PLATFORM-011 a small pack that takes too much CPU time is refused with an explanation, and leaves nothing behind', async () => {
  const id = '1'.repeat(40)
  const commands = pkt(`${'0'.repeat(40)} ${id} refs/heads/heavy\0report-status side-band-64k`)
  const body = new PassThrough()
  body.end(Buffer.concat([commands, flushPkt, heavyPack(300)]))
  const before = async () => ({ repo: here.repo })
  const output = await receivePack({ body, before, cpuSeconds: 1, after: async () => [] })
  const said = Buffer.concat(await output.toArray()).toString('latin1')
  expect(said).toContain('The push takes too much CPU time. Push it in smaller parts')
  expect(said).toContain('ng refs/heads/heavy')
  expect((await readdir(join(here.repo, 'objects'))).filter(name => name.startsWith('tmp_'))).toEqual([])
})

/** A pack of some kilobytes with `count` files of 16 MiB: each is the first one and a number. */
function heavyPack(count: number): Buffer {
  const base = Buffer.alloc(0xff_ff_ff)
  const baseId = createHash('sha1').update(`blob ${base.length}\0`).update(base).digest()
  const numbers = (size: number, first: number, bits: number): number[] => {
    const bytes = [first | (size & (2 ** bits - 1))]
    for (let rest = Math.floor(size / 2 ** bits); rest > 0; rest = Math.floor(rest / 128)) {
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80
      bytes.push(rest % 128)
    }
    return bytes
  }
  const object = (type: number, content: Buffer, of = Buffer.alloc(0)) =>
    Buffer.concat([Buffer.from(numbers(content.length, type << 4, 4)), of, deflateSync(content)])
  const delta = (number: number) => {
    const added = Buffer.alloc(4)
    added.writeUInt32BE(number)
    const sizes = [...numbers(base.length, 0, 7), ...numbers(base.length + 4, 0, 7)]
    return Buffer.concat([Buffer.from([...sizes, 0xf0, 0xff, 0xff, 0xff, 4]), added])
  }
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  head.writeUInt32BE(count + 1, 8)
  const deltas = Array.from({ length: count }, (_, number) => object(7, delta(number), baseId))
  const pack = Buffer.concat([head, object(3, base), ...deltas])
  return Buffer.concat([pack, createHash('sha1').update(pack).digest()])
}
