import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countLooseRefs, readRef, readRefs } from '../refs/ref-store.ts'
import type { TestRepository } from '../test-repository.ts'
import type { RefUpdate } from '../writing/update-refs.ts'
import { flushPkt, pkt } from './pkt-line.ts'
import type { Verdict } from './receive-pack.ts'
import { historyIn, httpSite } from './test-http-site.ts'

let here: TestRepository
let url: string
let heard: RefUpdate[]
let close: () => Promise<void>
let judge: (updates: readonly RefUpdate[]) => Promise<Verdict>
let said: string[]

beforeEach(async () => {
  judge = async () => ({})
  said = []
  ;({ here, url, heard, close } = await httpSite({ judge: updates => judge(updates), said: () => said }))
})

afterEach(() => close())

const history = () => historyIn(here)

async function cloned(): Promise<string> {
  await here.git(['clone', '-q', url, 'clone'])
  return join(here.folder, 'clone')
}

const refsNow = () => here.git(['-C', here.repo, 'for-each-ref'])

const refuseMain = async (updates: readonly RefUpdate[]): Promise<Verdict> => ({
  refuse: new Map(updates.filter(({ ref }) => ref.endsWith('main')).map(({ ref }) => [ref, 'main is protected'])),
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

test.each([0, 2])('unknown push options are ignored, protocol %i', async version => {
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

test.each([
  ['each moved branch', ['refs/heads/main', 'refs/heads/feature/a']],
  ['one of the moved branches', ['refs/heads/main']],
])('a rewrite is refused with its reason where %s may only move forward', async (_name, forwardOnly) => {
  await history()
  const clone = await cloned()
  judge = async () => ({ forwardOnly, forwardMessage: 'No force here' })
  await here.git(['checkout', '-q', '--orphan', 'rewritten'], { cwd: clone })
  await here.git(['commit', '-q', '-m', 'Rewritten'], { cwd: clone })
  const refs = ['refs/heads/main', 'refs/heads/feature/a', 'refs/heads/new']
  await expect(
    here.git(['push', '--force', 'origin', ...refs.map(ref => `HEAD:${ref}`)], { cwd: clone }),
  ).rejects.toThrow(/remote: No force here/)
  expect(heard.map(({ ref }) => ref).toSorted()).toEqual(refs.filter(ref => !forwardOnly.includes(ref)).toSorted())
})

/** A pack without objects. */
const emptyPack = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex')

test.each([
  ['leads out of the repository', 'refs/heads/../../../outside'],
  ['leads to another ref', 'refs/heads//main'],
  ['is too long for a file', `refs/heads/${'x'.repeat(300)}`],
])('a pushed ref whose name %s is no ref, also where the client wants no report', async (_what, ref) => {
  const { second } = await history()
  await writeFile(join(here.repo, '../outside'), `${second}\n`)
  const reply = await fetch(`${url}/git-receive-pack`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-git-receive-pack-request' },
    body: Buffer.concat([pkt(`${'1'.repeat(40)} ${second} ${ref}\0 agent=test`), flushPkt, emptyPack]),
  })
  expect(reply.status).toBe(200)
  await reply.text()
  expect(heard).toEqual([])
})

test.each(['report-status', 'agent=test'])(
  'a move that git refuses is none, also where the ref is there already and the client wants no report: %s',
  async capabilities => {
    const { first, second } = await history()
    const reply = await fetch(`${url}/git-receive-pack`, {
      method: 'POST',
      body: Buffer.concat([pkt(`${first} ${second} refs/heads/main\0${capabilities}`), flushPkt, emptyPack]),
    })
    const text = await reply.text()
    if (capabilities === 'report-status') expect(text).toContain('ng refs/heads/main')
    else expect(text).toBe('')
    expect(heard).toEqual([])
  },
)

test('a push that names a ref twice does not change it', async () => {
  const { first, second } = await history()
  const before = await refsNow()
  const commands = [`${'0'.repeat(40)} ${first} refs/heads/new\0report-status`, `${first} ${second} refs/heads/new`]
  const reply = await fetch(`${url}/git-receive-pack`, {
    method: 'POST',
    body: Buffer.concat([...commands.map(pkt), flushPkt, emptyPack]),
  })
  expect(await reply.text()).toContain('ng refs/heads/new A push can update a ref only once')
  expect(await refsNow()).toBe(before)
  expect(heard).toEqual([])
})

test('a pipe in place of a ref does not hold the server', async () => {
  const { second } = await history()
  await here.git(['-C', here.repo, 'pack-refs', '--all'])
  execFileSync('mkfifo', [join(here.repo, 'refs/heads/pipe')])
  expect((await readRefs(here.repo, ['refs/heads/main'])).refs).toMatchObject([{ oid: second }])
  expect(await readRef(here.repo, 'refs/heads/pipe')).toBeNull()
  expect((await readRefs(here.repo, ['refs/heads/pipe'])).refs).toEqual([])
})

test('one program judges all refs of a push by their commits, and the refs that it names are refused', async () => {
  const { first } = await history()
  const clone = await cloned()
  const before = await refsNow()
  const [program, runs] = [join(here.folder, 'judge.mjs'), join(here.folder, 'runs')]
  await writeFile(
    program,
    `import { appendFileSync, readFileSync } from 'node:fs'
    const lines = readFileSync(0, 'utf8').split('\\n').filter(Boolean)
    appendFileSync(${JSON.stringify(runs)}, lines.length + ' refs\\n')
    console.error('Main stays')
    for (const line of lines) if (line.endsWith(' refs/heads/main')) console.log('refs/heads/main')`,
  )
  judge = async () => ({ judged: { refs: ['refs/heads/main', 'refs/heads/feature/a', 'refs/heads/new'], program } })
  await here.git(['commit', '-q', '--allow-empty', '-m', 'More'], { cwd: clone })
  const head = (await here.git(['rev-parse', 'HEAD'], { cwd: clone })).trim()
  const refs = ['HEAD:main', 'HEAD:feature/a', 'HEAD:refs/heads/new']
  const push = here.git(['push', '--atomic', 'origin', ...refs], { cwd: clone })
  await expect(push).rejects.toThrow(/remote: Main stays/)
  expect(await refsNow()).toBe(before)
  await expect(here.git(['push', 'origin', ...refs], { cwd: clone })).rejects.toThrow(
    /\[remote rejected\] HEAD -> main/,
  )
  expect(heard).toEqual([
    { ref: 'refs/heads/feature/a', before: first, after: head },
    { ref: 'refs/heads/new', before: null, after: head },
  ])
  expect(await readFile(runs, 'utf8')).toBe('2 refs\n2 refs\n')
  expect((await readdir(join(here.repo, 'objects'))).filter(name => name.startsWith('tmp_'))).toEqual([])
})

test('a push is refused when the program that judges it fails', async () => {
  await history()
  const clone = await cloned()
  const before = await refsNow()
  judge = async () => ({ judged: { refs: ['refs/heads/main'], program: join(here.folder, 'missing.mjs') } })
  await here.git(['commit', '-q', '--allow-empty', '-m', 'More'], { cwd: clone })
  await expect(here.git(['push', 'origin', 'HEAD:main'], { cwd: clone })).rejects.toThrow(
    /\[remote rejected\] HEAD -> main/,
  )
  expect(await refsNow()).toBe(before)
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

test('the messages of the listener are shown to the person who pushed', async () => {
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

test('a push says nothing but what there is to say', async () => {
  await history()
  const clone = await cloned()
  await here.git(['commit', '-q', '--allow-empty', '-m', 'More'], { cwd: clone })
  expect((await pushWithStderr(clone)).stderr).not.toMatch(/^remote:|hint|warning/m)
})

test.each([
  ['-5 +0000', 'a <a@b>', /remote: The date of the object [0-9a-f]{10} is invalid\. .*git rebase -i/s],
  ['99999999999999999999 +0000', 'a <a@b>', /remote: The date of the object/],
  ['1700000000 +0000', 'a <a<b>', /remote: The author or committer of the object [0-9a-f]{10} is invalid\./],
])('a commit of the date "%s" by "%s" is refused with what to do about it', async (date, person, advice) => {
  await history()
  const clone = await cloned()
  const tree = (await here.git(['rev-parse', 'HEAD^{tree}'], { cwd: clone })).trim()
  const file = join(clone, 'commit')
  await writeFile(file, `tree ${tree}\nauthor ${person} ${date}\ncommitter a <a@b> 1700000000 +0000\n\nOdd\n`)
  const args = ['hash-object', '-t', 'commit', '-w', '--literally', file]
  const id = (await here.git(args, { cwd: clone })).trim()
  const push = here.git(['push', 'origin', `${id}:refs/heads/odd`], { cwd: clone })
  await expect(push).rejects.toThrow(advice)
  await expect(push).rejects.toThrow(/\[remote rejected\]/)
})
