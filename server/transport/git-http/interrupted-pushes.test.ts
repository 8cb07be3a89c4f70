import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { addBranch } from '#contract/code/refs.ts'
import { marksFolder, recordedFolder } from '#server/code/repository/push/journal.ts'
import { recordAllLostPushes, recordLostPushes } from '#server/code/repository/push/lost-pushes.ts'
import type { EventPayloads } from '#server/platform/events/events.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { flushPkt, pkt } from '#server/platform/git/transport/pkt-line.ts'
import { tryLock } from '#server/platform/postgres/lock.ts'
import { gitSite } from '#test/world/git-site.ts'

const run = promisify(execFile)
/** A pack without objects. */
const emptyPack = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex')

test('a push that breaks off in the middle leaves the repository untouched', async () => {
  const { git, url, work, dir, port, folder, db, services } = await gitSite()
  const cwd = await work()
  await git(['push', url('dan'), 'main'], cwd)
  const before = await readdir(join(dir, 'objects'))
  await writeFile(
    join(cwd, 'noise.bin'),
    Buffer.from(Array.from({ length: 300_000 }, (_each, index) => (index * 7919) % 251)),
  )
  await git(['add', '.'], cwd)
  await git(['commit', '-m', 'Noise'], cwd)
  const head = (await git(['rev-parse', 'HEAD'], cwd)).text.trim()
  const old = (await git(['rev-parse', 'HEAD~1'], cwd)).text.trim()
  const packed = await run('git', ['rev-list', '--objects', `${old}..${head}`], { cwd })
  await writeFile(join(folder, 'objects'), packed.stdout)
  await run('sh', ['-c', `git pack-objects --stdout < "${join(folder, 'objects')}" > "${join(folder, 'pack')}"`], {
    cwd,
  })
  const pack = await readFile(join(folder, 'pack'))
  const command = pkt(`${old} ${head} refs/heads/main\0report-status side-band-64k`)
  const body = Buffer.concat([command, Buffer.from('0000'), pack])
  const marks = () => readdir(marksFolder(services.settings))
  await expect.poll(marks).toEqual([])
  const request = httpRequest({
    port,
    path: '/weft/loom.git/git-receive-pack',
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('dan:correct horse').toString('base64')}`,
      'content-type': 'application/x-git-receive-pack-request',
      'content-length': body.length,
    },
  })
  const left = new Promise<void>(resolve => {
    request.on('error', () => undefined).on('close', () => resolve())
  })
  request.write(body.subarray(0, Math.floor(body.length / 2)))
  await expect.poll(marks).toHaveLength(1)
  request.destroy()
  await left
  await expect
    .poll(async () => (await readdir(join(dir, 'objects'))).filter(name => name.startsWith('tmp_objdir')))
    .toEqual([])
  expect(await readdir(join(dir, 'objects'))).toEqual(before)
  await expect.poll(marks).toEqual([])
  expect((await findRef(dir, 'branch', 'main'))?.commitId).toBe(old)
  expect(await git(['push', url('dan'), 'main'], cwd)).toMatchObject({ ok: true })
  expect((await findRef(dir, 'branch', 'main'))?.commitId).toBe(head)
  const events = await db.selectFrom('events').select('id').where('name', '=', 'repository.pushed').execute()
  expect(events).toHaveLength(2)
})

test.each([
  ['a ref in a place that no push may write', 'refs/merge-requests/1/head', 'report-status', emptyPack],
  ['a pack that is none', 'refs/heads/x', 'report-status', Buffer.from('PACK and more')],
  ['a pack that is none, without a report', 'refs/heads/x', 'side-band-64k', Buffer.from('PACK and more')],
  ['hashes that the repository does not have', 'refs/heads/x', 'report-status object-format=sha256', emptyPack],
])('a push that comes to nothing leaves no mark: %s', async (_what, ref, capabilities, pack) => {
  const { commit, port, services, db } = await gitSite()
  const head = await commit({ 'a.txt': 'a' })
  const reply = await fetch(`http://127.0.0.1:${port}/weft/loom.git/git-receive-pack`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('dan:correct horse').toString('base64')}` },
    body: new Uint8Array(Buffer.concat([pkt(`${'0'.repeat(40)} ${head} ${ref}\0${capabilities}`), flushPkt, pack])),
  })
  await reply.arrayBuffer()
  expect(reply.status).toBeLessThan(500)
  expect(await readdir(marksFolder(services.settings)).catch(() => [])).toEqual([])
  expect(await db.selectFrom('events').select('id').where('name', '=', 'repository.pushed').execute()).toEqual([])
})

test.each(['the next push to the project', 'a start'] as const)(
  'a push whose process died before the house heard of it is made up for by %s',
  async by => {
    const { as, git, url, work, commit, db, users, project, services } = await gitSite()
    const head = await commit({ 'a.txt': 'a' })
    const cwd = await work()
    const folder = marksFolder(services.settings)
    await mkdir(folder, { recursive: true })
    const updates = [
      { ref: 'refs/heads/main', before: null, after: head },
      { ref: 'refs/heads/never', before: null, after: head },
    ]
    const mark = { boot: 'another', actorId: users.mina.id, updates }
    await writeFile(join(folder, `${project.id}.${Date.now()}.lost.json`), JSON.stringify(mark))
    const cut = `${project.id}.${Date.now()}.cut.json`
    await writeFile(join(folder, cut), JSON.stringify(mark).slice(0, 40))
    const isPush = by === 'the next push to the project'
    if (isPush) expect(await git(['push', url('dan'), 'main:other'], cwd)).toMatchObject({ ok: true })
    else await recordLostPushes(as('anon').ctx)
    const events = await db
      .selectFrom('events')
      .select(['actorId', 'payload'])
      .where('name', '=', 'repository.pushed')
      .where('namespaceId', '=', project.id)
      .orderBy('id')
      .execute()
    expect(events).toHaveLength(isPush ? 2 : 1)
    expect(events[0]).toMatchObject({ actorId: users.mina.id, payload: { refs: [updates[0]] } })
    // The mark of the push itself goes once its record is on the disk, after the answer.
    await expect.poll(() => readdir(folder)).toEqual([cut])
  },
)

test('a mark that cannot be recorded keeps neither others from pushing nor other marks from being recorded', async () => {
  const { git, url, work, commit, db, users, project, services } = await gitSite()
  const head = await commit({ 'a.txt': 'a' })
  const cwd = await work()
  const folder = marksFolder(services.settings)
  await mkdir(folder, { recursive: true })
  const mark = { boot: 'another', actorId: users.mina.id }
  await writeFile(join(folder, `${project.id}.1001.mark-1.json`), JSON.stringify({ ...mark, updates: null }))
  const updates = [{ ref: 'refs/heads/main', before: null, after: head }]
  await writeFile(join(folder, `${project.id}.1002.mark-2.json`), JSON.stringify({ ...mark, updates }))
  await writeFile(join(folder, `${project.id}.1003.mark-3.json`), JSON.stringify({ ...mark, updates: null }))
  expect(await git(['push', url('dan'), 'main:other'], cwd)).toMatchObject({ ok: true })
  const events = await db
    .selectFrom('events')
    .select('actorId')
    .where('name', '=', 'repository.pushed')
    .orderBy('id')
    .execute()
  expect(events.map(({ actorId }) => actorId)).toEqual([users.mina.id, users.dan.id])
})

test.each([
  ['older', 'is not recorded again', 1],
  ['newer', 'is recorded', 2],
] as const)('a move whose mark is %s than the record of an equal move %s', async (age, _outcome, count) => {
  const { as, git, url, work, db, project, services, users } = await gitSite()
  const cwd = await work()
  expect(await git(['push', url('dan'), 'main'], cwd)).toMatchObject({ ok: true })
  const head = (await git(['rev-parse', 'HEAD'], cwd)).text.trim()
  const folder = marksFolder(services.settings)
  await mkdir(folder, { recursive: true })
  const updates = [{ ref: 'refs/heads/main', before: null, after: head }]
  const beganMs = Date.now() + (age === 'older' ? -60_000 : 1_000)
  await writeFile(
    join(folder, `${project.id}.${beganMs}.lost.json`),
    JSON.stringify({ boot: 'another', actorId: users.mina.id, updates }),
  )
  await recordLostPushes(as('anon').ctx)
  const events = await db.selectFrom('events').select('id').where('name', '=', 'repository.pushed').execute()
  expect(events).toHaveLength(count)
  await expect.poll(() => readdir(folder)).toEqual([])
})

test('a start removes what a push had brought when its server was killed, and nothing of a push that still runs', async () => {
  const { as, commit, users, project, services, dir } = await gitSite()
  const head = await commit({ 'a.txt': 'a' })
  const folder = marksFolder(services.settings)
  await mkdir(folder, { recursive: true })
  const quarantine = (name: string) => join(dir, 'objects', `tmp_objdir-incoming-${name}`)
  const mark = (boot: string) =>
    writeFile(
      join(folder, `${project.id}.${Date.now()}.${boot}.json`),
      JSON.stringify({
        boot,
        actorId: users.mina.id,
        updates: [{ ref: 'refs/heads/never', before: null, after: head }],
      }),
    )
  await mkdir(join(quarantine('dead'), 'pack'), { recursive: true })
  await utimes(quarantine('dead'), 1, 1)
  await mark('dead')
  // Another process holds its lock as long as it runs.
  const release = tryLock(join(services.settings.dataDir, 'push-locks'), 'live')
  onTestFinished(() => release?.())
  await mark('live')
  await mkdir(quarantine('live'))
  await recordLostPushes(as('anon').ctx)
  const left = (await readdir(join(dir, 'objects'))).filter(name => name.startsWith('tmp_objdir-'))
  expect(left).toEqual([basename(quarantine('live'))])
})

/** The moves of a project in the order in which they were recorded, with their authors. */
async function movesOf({ db, project }: Awaited<ReturnType<typeof gitSite>>) {
  const events = await db
    .selectFrom('events')
    .select(['actorId', 'payload'])
    .where('name', '=', 'repository.pushed')
    .where('namespaceId', '=', project.id)
    .orderBy('sequence')
    .execute()
  // The events that `storePush` has written.
  return events.map(({ actorId, payload }) => ({ actorId, refs: (payload as EventPayloads['repository.pushed']).refs }))
}

test('pushes whose records were lost with a database are recorded again, in order and once', async () => {
  const site = await gitSite()
  const { as, db, git, url, work, project, services, build } = site
  const cwd = await work()
  const push = async (...args: string[]) =>
    expect(await git(['push', url('dan'), ...args], cwd)).toMatchObject({ ok: true })
  const change = async (text: string) => {
    await writeFile(join(cwd, 'file.txt'), text)
    await git(['add', '.'], cwd)
    await git(['commit', '-m', text], cwd)
  }
  await push('main')
  await change('one')
  await push('main:side', 'main:other')
  await change('two')
  await push('main:side')
  await git(['commit', '--amend', '-m', 'two again'], cwd)
  await push('--force', 'main:side')
  await push(':other')
  await as('mina').call(addBranch, { id: project.fullPath, branch: 'page', ref: 'side' })
  await expect.poll(() => readdir(recordedFolder(services.settings)).then(names => names.length)).toBe(6)
  const before = await movesOf(site)
  expect(before).toHaveLength(6)

  // A standby that had the first push only.
  await sql`delete from events where namespace_id = ${project.id} and name in ('repository.pushed', 'ref.pushed') and sequence > (
    select min(sequence) + 1 from events where namespace_id = ${project.id} and name = 'repository.pushed')`.execute(db)
  expect(await movesOf(site)).toEqual(before.slice(0, 1))
  await build.issue()
  await recordAllLostPushes(db, services)
  expect(await movesOf(site)).toEqual(before)
  await recordAllLostPushes(db, services)
  expect(await movesOf(site)).toEqual(before)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from events where namespace_id = ${project.id} and name = 'ref.pushed'`.execute(db)
  expect(rows).toEqual([{ count: 7 }])
})
