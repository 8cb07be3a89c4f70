import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processesOf } from '../processes/spawner.ts'
import { surroundings } from '../run.ts'
import type { TestRepository } from '../test-repository.ts'
import type { RefUpdate } from '../writing/update-refs.ts'
import { advertiseRefs } from './advertise.ts'
import { flushPkt, pkt } from './pkt-line.ts'
import { historyIn, httpSite } from './test-http-site.ts'

let here: TestRepository
let url: string
let heard: RefUpdate[]
let close: () => Promise<void>

beforeEach(async () => {
  ;({ here, url, heard, close } = await httpSite())
})

afterEach(() => close())

const history = () => historyIn(here)

/** The answer of git's own server program to the same request. */
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

test('nothing is cloned by a filter that walks every path of a tree, of which a few objects make billions', async () => {
  await history()
  const patterns = (await here.git(['hash-object', '-w', '--stdin'], { cwd: here.repo, input: '/none\n' })).trim()
  const clone = here.git(['clone', '--bare', `--filter=sparse:oid=${patterns}`, url, `${here.folder}/sparse`])
  await expect(clone).rejects.toThrow(/sparse:oid/)
  await here.git(['clone', '--bare', '--filter=tree:1', url, `${here.folder}/shallow-trees`])
})
