import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { TooLarge } from '#server/errors.ts'
import { commitDiff } from '../commits/diff.ts'
import { fileInfo, readFile as readFileOf, streamBlob } from '../files/blob.ts'
import { processesOf } from '../processes/spawner.ts'
import { countLooseRefs } from '../refs/ref-store.ts'
import { surroundings } from '../run.ts'
import { type TestRepository, testRepository } from '../test-repository.ts'
import type { RefUpdate } from '../writing/update-refs.ts'
import { createBranch, createTag, updateRefs } from '../writing/update-refs.ts'
import { advertiseRefs, isService } from './advertise.ts'
import { flushPkt, pkt } from './pkt-line.ts'
import { receivePack, type Verdict } from './receive-pack.ts'
import { uploadPack } from './upload-pack.ts'

let here: TestRepository
let server: Server
let url: string
let judge: (updates: readonly RefUpdate[]) => Promise<Verdict>
let heard: RefUpdate[]
let said: string[]
let maxBytes: number
let settled: Promise<unknown>[]

beforeEach(async () => {
  here = await testRepository()
  judge = async () => ({})
  heard = []
  said = []
  settled = []
  maxBytes = 64 * 1024 * 1024
  server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://localhost')
    const protocol = request.headers['git-protocol']?.toString()
    const leaving = new AbortController()
    response.on('close', () => leaving.abort(new Error('left')))
    const common = {
      protocol,
      body: request,
      contentEncoding: request.headers['content-encoding'],
      signal: leaving.signal,
    }
    const answer = async () => {
      const service = address.searchParams.get('service')
      if (isService(service)) {
        response.setHeader('content-type', `application/x-${service}-advertisement`)
        response.end(await advertiseRefs(here.repo, service, protocol))
        return
      }
      const stream = address.pathname.endsWith('git-upload-pack')
        ? await uploadPack(here.repo, common)
        : await receivePack({
            ...common,
            maxBytes,
            before: async updates => ({ repo: here.repo, ...(await judge(updates)) }),
            after: async updates => {
              heard.push(...updates)
              return said
            },
          })
      response.setHeader('content-type', `application/x-${address.pathname.split('/').at(-1)}-result`)
      await pipeline(stream, response)
    }
    settled.push(answer().catch(() => response.destroy()))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/repository.git` // it listens on a port
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  await Promise.all(settled)
  await here.remove()
})

async function history(): Promise<{ first: string; second: string }> {
  const first = await here.commit({
    'README.md': '# One\n',
    'docs/ünï cöde "x".md': 'two\n',
    'odd\nname.txt': 'three\n',
  })
  const second = await here.commit({ 'README.md': '# One\n\nmore\n', 'bin/data': Buffer.from([0, 1, 2, 255]) })
  await createBranch(here.repo, 'feature/a', first)
  await createTag(here.repo, 'v1', first, {
    message: 'One',
    tagger: { name: 'Ann', email: 'ann@example.com', at: new Date(0) },
  })
  await createTag(here.repo, 'plain', second)
  await updateRefs(here.repo, [
    { ref: 'refs/keep-around/x', after: first },
    { ref: 'refs/merge-requests/1/head', after: first },
  ])
  return { first, second }
}

/** What git's own server program answers to the same request. */
async function backend(service: string, version: number): Promise<Buffer> {
  const child = spawn('git', ['http-backend'], {
    env: {
      ...surroundings,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_PROJECT_ROOT: here.folder,
      PATH_INFO: '/repository.git/info/refs',
      QUERY_STRING: `service=${service}`,
      REQUEST_METHOD: 'GET',
      REMOTE_USER: 'dan',
      ...(version === 0 ? {} : { GIT_PROTOCOL: `version=${version}` }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = Buffer.concat(await child.stdout.toArray())
  return output.subarray(output.indexOf('\r\n\r\n') + 4)
}

test.each([
  ['git-upload-pack', 0],
  ['git-upload-pack', 1],
  ['git-upload-pack', 2],
  ['git-receive-pack', 0],
  ['git-receive-pack', 1],
] as const)('%s is advertised in protocol %i as git itself does', async (service, version) => {
  const ours = async () => (await advertiseRefs(here.repo, service, `version=${version}`)).toString('latin1')
  const theirs = async () => (await backend(service, version)).toString('latin1')
  expect(await ours()).toBe(await theirs())
  await history()
  expect(await ours()).toBe(await theirs())
  await here.git(['-C', here.repo, 'pack-refs', '--all'])
  expect(await ours()).toBe(await theirs())
  expect(await ours()).not.toContain('keep-around')
  await here.git(['-C', here.repo, 'symbolic-ref', 'HEAD', 'refs/heads/gone'])
  expect(await ours()).toBe(await theirs())
  await here.git(['-C', here.repo, 'update-ref', '--no-deref', 'HEAD', 'refs/heads/main'])
  await here.git(['-C', here.repo, 'update-ref', 'refs/heads/zweig-ü', 'refs/heads/main'])
  expect(await ours()).toBe(await theirs())
})

test.each([
  ['everything', ['peel', 'symrefs', 'unborn']],
  ['nothing asked', []],
  ['some', ['symrefs', 'ref-prefix refs/heads/', 'ref-prefix HEAD', 'ref-prefix refs/tags/v']],
  ['symbolic refs alone', ['symrefs', 'ref-prefix refs/heads/alias']],
])('ls-refs answers as git itself does: %s', async (_name, asked) => {
  const body = Buffer.concat([
    pkt('command=ls-refs\n'),
    pkt('agent=git/2.39.5'),
    pkt('object-format=sha1'),
    Buffer.from('0001'),
    ...asked.map(word => pkt(`${word}\n`)),
    flushPkt,
  ])
  const ours = async () => {
    const reply = await fetch(`${url}/git-upload-pack`, {
      method: 'POST',
      body,
      headers: { 'git-protocol': 'version=2' },
    })
    return Buffer.from(await reply.arrayBuffer()).toString('latin1')
  }
  const theirs = () => {
    const child = spawn('git', ['upload-pack', '--stateless-rpc', here.repo], {
      env: { ...surroundings, GIT_PROTOCOL: 'version=2' },
    })
    child.stdin.end(body)
    return child.stdout.toArray().then(chunks => Buffer.concat(chunks).toString('latin1'))
  }
  expect(await ours()).toBe(await theirs())
  await history()
  const aliases = {
    alias: 'main',
    'alias-of-alias': 'alias',
    'alias-of-itself': 'alias-of-itself',
    'alias-of-nothing': 'nothing',
  }
  for (const [name, target] of Object.entries(aliases))
    await writeFile(join(here.repo, 'refs/heads', name), `ref: refs/heads/${target}\n`)
  expect(await ours()).toBe(await theirs())
  await here.git(['-C', here.repo, 'pack-refs', '--all'])
  expect(await ours()).toBe(await theirs())
})

test('git packs a new commit once for all who had the same one before', async () => {
  for (let number = 0; number < 40; number += 1) await here.commit({ 'a.txt': `${number}\n` })
  for (const clone of ['one', 'other']) await here.git(['clone', '-q', url, clone])
  const newest = await here.commit({ 'a.txt': 'new\n' })
  const fetchIn = async (clone: string) => {
    const cwd = join(here.folder, clone)
    await here.git(['fetch', '-q'], { cwd })
    expect((await here.git(['rev-parse', 'origin/main'], { cwd })).trim()).toBe(newest)
  }
  expect(await processesOf(() => fetchIn('one'))).toBe(1)
  expect(await processesOf(() => fetchIn('other'))).toBe(0)
})

test.each([0, 1, 2])('clone, fetch and push in protocol %i', async version => {
  const { second } = await history()
  const settings = ['-c', `protocol.version=${version}`]
  await here.git([...settings, 'clone', '-q', url, 'clone'])
  const clone = join(here.folder, 'clone')
  expect((await here.git(['rev-parse', 'HEAD'], { cwd: clone })).trim()).toBe(second)
  expect(await here.git(['ls-files', '-z'], { cwd: clone })).toContain('odd\nname.txt')

  await writeFile(join(clone, 'näw file.txt'), 'new\n')
  await here.git(['add', '.'], { cwd: clone })
  await here.git(['commit', '-qm', 'Add'], { cwd: clone })
  await here.git(['tag', '-a', '-m', 'Two', 'v2'], { cwd: clone })
  await here.git([...settings, 'push', '-q', 'origin', 'main', 'v2', ':feature/a'], { cwd: clone })
  const pushed = (await here.git(['rev-parse', 'main'], { cwd: clone })).trim()
  const tag = (await here.git(['rev-parse', 'v2'], { cwd: clone })).trim()
  expect(heard).toContainEqual({ ref: 'refs/heads/main', before: second, after: pushed })
  expect(heard).toContainEqual({ ref: 'refs/tags/v2', before: null, after: tag })
  expect(heard).toContainEqual({
    ref: 'refs/heads/feature/a',
    before: expect.stringMatching(/^[0-9a-f]{40}$/),
    after: null,
  })
  expect(heard).toHaveLength(3)

  const third = await here.commit({ 'README.md': 'other\n', 'later.txt': 'x' })
  await here.git([...settings, 'pull', '-q', '--ff-only'], { cwd: clone })
  expect((await here.git(['rev-parse', 'HEAD'], { cwd: clone })).trim()).toBe(third)
  expect(await here.git(['-C', here.repo, 'fsck', '--strict'])).toBe('')
})

test('an empty repository is cloned onto its unborn branch, and takes its first push', async () => {
  await here.git(['-C', here.repo, 'symbolic-ref', 'HEAD', 'refs/heads/trunk'])
  await here.git(['clone', '-q', url, 'clone'])
  const clone = join(here.folder, 'clone')
  expect((await here.git(['symbolic-ref', 'HEAD'], { cwd: clone })).trim()).toBe('refs/heads/trunk')
  await here.git(['commit', '-q', '--allow-empty', '-m', 'First'], { cwd: clone })
  await here.git(['push', '-q', 'origin', 'trunk'], { cwd: clone })
  expect(heard).toMatchObject([{ ref: 'refs/heads/trunk', before: null }])
})

test.each([0, 2])('a partial clone fetches what it lacks when it is needed, protocol %i', async version => {
  await here.commit({ 'a.txt': 'first\n', 'big.bin': randomBytes(200_000) })
  await here.commit({ 'a.txt': 'second\n' })
  await here.git([
    '-c',
    `protocol.version=${version}`,
    'clone',
    '-q',
    '--filter=blob:none',
    '--no-checkout',
    url,
    'clone',
  ])
  const clone = join(here.folder, 'clone')
  const missing = await here.git(['rev-list', '--objects', '--missing=print', 'HEAD'], { cwd: clone })
  expect(missing.match(/^\?/gm)).toHaveLength(3)
  await here.git(['-c', `protocol.version=${version}`, 'checkout', '-q', 'main'], { cwd: clone })
  expect(await here.git(['show', 'HEAD:a.txt'], { cwd: clone })).toBe('second\n')
  const shallow = await here.git(['-c', `protocol.version=${version}`, 'clone', '-q', '--depth=1', url, 'shallow'])
  expect(shallow).toBe('')
  expect((await here.git(['rev-list', '--count', 'HEAD'], { cwd: join(here.folder, 'shallow') })).trim()).toBe('1')
})

async function cloned(): Promise<string> {
  await here.git(['clone', '-q', url, 'clone'])
  return join(here.folder, 'clone')
}

const refsNow = () => here.git(['-C', here.repo, 'for-each-ref'])

const refuseMain = async (updates: readonly RefUpdate[]): Promise<Verdict> => ({
  refuse: new Map(updates.filter(({ ref }) => ref.endsWith('main')).map(({ ref }) => [ref, 'main is protected'])),
})

test('nothing is cloned by a filter that walks every path of a tree, of which a few objects make billions', async () => {
  await history()
  const patterns = (await here.git(['hash-object', '-w', '--stdin'], { cwd: here.repo, input: '/none\n' })).trim()
  const clone = here.git(['clone', '--bare', `--filter=sparse:oid=${patterns}`, url, `${here.folder}/sparse`])
  await expect(clone).rejects.toThrow(/sparse:oid/)
  await here.git(['clone', '--bare', '--filter=tree:1', url, `${here.folder}/shallow-trees`])
})

test('a refused ref is reported with its reason, and the other refs of the push go through', async () => {
  await history()
  const clone = await cloned()
  const main = (await here.git(['-C', here.repo, 'rev-parse', 'main'])).trim()
  judge = refuseMain
  await here.git(['commit', '-q', '--allow-empty', '-m', 'More'], { cwd: clone })
  const head = (await here.git(['rev-parse', 'HEAD'], { cwd: clone })).trim()
  const push = here.git(['push', 'origin', 'HEAD:main', 'HEAD:refs/heads/other'], { cwd: clone })
  await expect(push).rejects.toThrow(/remote: main is protected/)
  await expect(push).rejects.toThrow(/\[remote rejected\] HEAD -> main \(main is protected\)/)
  await expect(push).rejects.toThrow(/\[new branch\] +HEAD -> other/)
  expect(heard).toEqual([{ ref: 'refs/heads/other', before: null, after: head }])
  expect((await here.git(['-C', here.repo, 'rev-parse', 'main'])).trim()).toBe(main)
})

test('a deletion goes through beside a refused ref that came with a pack', async () => {
  const { first } = await history()
  const clone = await cloned()
  judge = refuseMain
  await writeFile(join(clone, 'noise'), randomBytes(500_000))
  await here.git(['add', '.'], { cwd: clone })
  await here.git(['commit', '-q', '-m', 'Noise'], { cwd: clone })
  const push = here.git(['push', 'origin', 'HEAD:main', ':feature/a'], { cwd: clone })
  await expect(push).rejects.toThrow(/\[deleted\] +feature\/a/)
  expect(heard).toEqual([{ ref: 'refs/heads/feature/a', before: first, after: null }])
})

test('one refused ref refuses the whole of an atomic push', async () => {
  await history()
  const clone = await cloned()
  const before = await refsNow()
  judge = refuseMain
  await here.git(['commit', '-q', '--allow-empty', '-m', 'More'], { cwd: clone })
  const push = here.git(['push', '--atomic', 'origin', 'HEAD:main', 'HEAD:refs/heads/other'], { cwd: clone })
  await expect(push).rejects.toThrow(/\[remote rejected\] HEAD -> main \(main is protected\)/)
  await expect(push).rejects.toThrow(/\[remote rejected\] HEAD -> other \(atomic push refused\)/)
  expect(await refsNow()).toBe(before)
  expect(heard).toEqual([])
})

test.each([0, 2])('push options that nobody knows are passed over, protocol %i', async version => {
  await history()
  const clone = await cloned()
  judge = refuseMain
  await here.git(['commit', '-q', '--allow-empty', '-m', 'More'], { cwd: clone })
  const options = ['-o', 'ci.skip', '-o', 'x'.repeat(2000)]
  await here.git(
    ['-c', `protocol.version=${version}`, 'push', ...options, 'origin', 'HEAD:refs/heads/a', ':feature/a'],
    { cwd: clone },
  )
  expect(heard.map(({ ref }) => ref)).toEqual(['refs/heads/feature/a', 'refs/heads/a'])
  await expect(here.git(['push', ...options, 'origin', 'HEAD:main'], { cwd: clone })).rejects.toThrow(
    /main is protected/,
  )
})

test('a ref that may only move forward cannot be rewritten; the others of the push can', async () => {
  const { first, second } = await history()
  const clone = await cloned()
  judge = async () => ({ forwardOnly: ['refs/heads/main', 'refs/heads/feature/a'], forwardMessage: 'No force here' })
  await here.git(['checkout', '-q', '--detach', first], { cwd: clone })
  await here.git(['commit', '-q', '--allow-empty', '-m', 'Rewritten'], { cwd: clone })
  const head = (await here.git(['rev-parse', 'HEAD'], { cwd: clone })).trim()
  await expect(
    here.git(['push', '--force', 'origin', 'HEAD:main', 'HEAD:feature/a', 'HEAD:refs/heads/new'], { cwd: clone }),
  ).rejects.toThrow(/remote: No force here/)
  expect(heard).toEqual([
    { ref: 'refs/heads/feature/a', before: first, after: head },
    { ref: 'refs/heads/new', before: null, after: head },
  ])
  expect((await here.git(['-C', here.repo, 'rev-parse', 'main'])).trim()).toBe(second)
})

test('a push of many refs is one transaction, and its refs lie in one file afterwards', async () => {
  const { first } = await history()
  const clone = await cloned()
  for (let made = 0; made < 120; made += 1) await writeFile(join(clone, '.git/refs/tags', `many${made}`), `${first}\n`)
  judge = async () => ({ forwardOnly: ['refs/heads/main'], forwardMessage: 'No force here' })
  await here.git(['push', '--tags', 'origin', 'HEAD:refs/heads/new'], { cwd: clone })
  expect(heard).toHaveLength(121)
  expect(await countLooseRefs(here.repo, 1_000)).toBe(0)
  heard = []
  await here.git(['checkout', '-q', '--detach', first], { cwd: clone })
  await here.git(['commit', '-q', '--allow-empty', '-m', 'Rewritten'], { cwd: clone })
  for (let made = 0; made < 120; made += 1) await writeFile(join(clone, '.git/refs/tags', `more${made}`), `${first}\n`)
  await expect(here.git(['push', '--force', '--tags', 'origin', 'HEAD:main'], { cwd: clone })).rejects.toThrow(
    /remote: No force here/,
  )
  expect(heard).toEqual([])
})

test('what the listener says is shown to the person who pushed', async () => {
  await history()
  const clone = await cloned()
  said = ['To create a merge request, open http://localhost/x']
  const { stderr } = await pushWithStderr(clone)
  expect(stderr).toContain('remote: To create a merge request, open http://localhost/x')
})

async function pushWithStderr(cwd: string): Promise<{ stderr: string }> {
  const child = spawn('git', ['push', 'origin', 'HEAD:refs/heads/topic'], { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
  return { stderr: Buffer.concat(await child.stderr.toArray()).toString() }
}

test('hidden and unspeakable refs cannot be pushed', async () => {
  await history()
  const clone = await cloned()
  await expect(here.git(['push', 'origin', 'HEAD:refs/merge-requests/9/head'], { cwd: clone })).rejects.toThrow(
    /hidden ref/,
  )
  await expect(here.git(['push', 'origin', 'HEAD:refs/keep-around/y'], { cwd: clone })).rejects.toThrow(/hidden ref/)
  await expect(here.git(['push', 'origin', `HEAD:refs/heads/${'a'.repeat(40)}`], { cwd: clone })).rejects.toThrow(
    /not allowed/,
  )
  expect(heard).toEqual([])
})

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

async function expectClean(): Promise<void> {
  expect(await here.git(['-C', here.repo, 'fsck', '--strict', '--no-dangling'])).toBe('')
  expect((await readdir(join(here.repo, 'objects'))).filter(name => name.startsWith('tmp_objdir'))).toEqual([])
}

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

/** A pack of some kilobytes with so many files of 16 MiB: each is the first one and a number. */
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
