import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deleteProject, updateProject } from '#contract/foundation/projects.ts'
import { blockUser } from '#contract/foundation/users.ts'
import { projectTopic } from '#contract/live-topics.ts'
import { updateMaintenanceWindow } from '#contract/monitor/alerts/maintenance-windows.ts'
import { unpublishIncident, updatePublication } from '#contract/plan/incidents/publications.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { openDatabase } from '#server/platform/sql/database.ts'
import { statusScene } from '#test/world/scenes/status-page.ts'
import { StatusCopies } from './copies.ts'

/** A status page with a published incident, whose database can go away, also at the moment of a change. */
async function scene(settings: Readonly<Record<string, string>> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'weft-copies-'))
  let hear = (_topics: readonly string[]) => {}
  const it = await statusScene({ settings: { ...settings, DATA_DIR: dataDir }, onCommit: topics => hear(topics) })
  const away = openDatabase({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing', max: 2 })
  // The database that the copies are made from.
  const parts = { db: it.db, services: it.services }
  const copies = new StatusCopies(parts)
  onTestFinished(async () => {
    vi.restoreAllMocks()
    await away.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  await it.component('Looms')
  const loseDatabase = () => Object.assign(parts, { db: away.db })
  hear = topics => copies.hear(topics)
  return {
    ...it,
    copies,
    dataDir,
    path: it.project.fullPath,
    restarted: async () => {
      const next = new StatusCopies(parts)
      await next.open()
      return next
    },
    loseDatabase,
    /** The database is gone when the next change is announced. */
    loseDatabaseAtChange: () => {
      hear = topics => {
        loseDatabase()
        copies.hear(topics)
      }
    },
    wait: (seconds: number) => {
      const now = performance.now()
      vi.spyOn(performance, 'now').mockImplementation(() => now + seconds * 1000)
    },
  }
}

type Scene = Awaited<ReturnType<typeof scene>>

test('while the database is away, the last copy is sent and says when it was made, also by a server that was started again', async () => {
  const it = await scene()
  const fresh = await it.copies.get(it.path, 1)
  expect(fresh.html).not.toContain('cannot be updated right now')
  it.loseDatabase()
  it.wait(60)
  for (const copies of [it.copies, await it.restarted()]) {
    const copy = await copies.get(it.path, 1)
    expect(copy.html).toContain('Everything is working')
    expect(copy.html).toContain(`cannot be updated right now. It shows the state of <time datetime="${fresh.madeAt}">`)
    expect(copy.etag).not.toBe(fresh.etag)
  }
  await expect(it.copies.get('weft/unknown', 1)).rejects.toThrow()
})

test('a newly published incident is in the copy at the next visit, and copies that differ in their age alone have the same tag', async () => {
  const it = await scene()
  const first = await it.copies.get(it.path, 1)
  await it.publish('dan', (await it.incident()).iid)
  const next = await it.copies.get(it.path, 1)
  expect(next.html).toContain('We are working on a problem')
  expect(next.etag).not.toBe(first.etag)
  it.wait(11)
  expect((await it.copies.get(it.path, 1)).etag).toBe(next.etag)
})

test('a change that nothing announces is in the copy after ten seconds', async () => {
  const it = await scene()
  const first = await it.copies.get(it.path, 1)
  await it.db.updateTable('statusComponents').set({ name: 'All looms' }).execute()
  it.wait(9)
  expect((await it.copies.get(it.path, 1)).html).toBe(first.html)
  it.wait(11)
  expect((await it.copies.get(it.path, 1)).html).toContain('All looms')
})

const withdrawals: readonly (readonly [
  string,
  (it: Scene, incident: { readonly iid: number; readonly noteId: number }) => Promise<unknown>,
])[] = [
  ['the page is turned off', it => it.as('mina').call(updateProject, { id: it.project.id, statusPageEnabled: false })],
  [
    'the incident becomes confidential',
    (it, { iid }) => it.as('dan').call(updateIssue, { id: it.project.id, issueIid: iid, confidential: true }),
  ],
  [
    'the incident is removed from the page',
    (it, { iid }) => it.as('dan').call(unpublishIncident, { id: it.project.id, issueIid: iid }),
  ],
  [
    'its title is corrected',
    (it, { iid }) => it.as('dan').call(updatePublication, { id: it.project.id, issueIid: iid, title: 'A problem' }),
  ],
  ['the comment is no longer shown', (it, { noteId }) => it.mark('dan', noteId)],
  ['the person who showed the comment is blocked', it => it.as('root').call(blockUser, { id: it.users.dan.id })],
  ['the project is marked for deletion', it => it.as('olga').call(deleteProject, { id: it.project.id })],
]

test.each(withdrawals)(
  'once %s, no earlier copy is shown, not even if the database goes away at that moment',
  async (_what, withdraw) => {
    const it = await scene()
    const { iid } = await it.incident()
    await it.publish('dan', iid, { title: 'Fire in hall 3' })
    const noteId = await it.comment('rita', iid, 'The hall is wet')
    await it.mark('dan', noteId)
    const before = await it.copies.get(it.path, 1)
    expect(before.html).toContain('Fire in hall 3')
    expect(before.html).toContain('The hall is wet')
    it.loseDatabaseAtChange()
    await withdraw(it, { iid, noteId })
    for (const copies of [it.copies, await it.restarted()])
      await expect(copies.get(it.path, 1)).rejects.toThrow(/connect|ECONN/)
  },
)

test('announced maintenance that is withdrawn is in no copy', async () => {
  const it = await scene()
  const { id: windowId } = await it.maintenance('New looms')
  expect((await it.copies.get(it.path, 1)).html).toContain('New looms')
  it.loseDatabaseAtChange()
  await it.as('dan').call(updateMaintenanceWindow, { id: it.project.id, windowId, isPublished: false })
  await expect(it.copies.get(it.path, 1)).rejects.toThrow(/connect|ECONN/)
})

test('a copy that was dropped is made anew without a visit, so that the page stays readable', async () => {
  const it = await scene()
  const { iid } = await it.incident()
  await it.publish('dan', iid, { title: 'Fire in hall 3' })
  await it.copies.get(it.path, 1)
  await it.as('dan').call(updateIssue, { id: it.project.id, issueIid: iid, confidential: true })
  const stored = async () => {
    const [name] = (await readdir(join(it.dataDir, 'status-pages'))).filter(each => each.endsWith('.json'))
    return name === undefined ? null : readFile(join(it.dataDir, 'status-pages', name), 'utf8').catch(() => null)
  }
  await vi.waitUntil(async () => (await stored())?.includes('Fire in hall 3') === false)
  it.loseDatabase()
  it.wait(60)
  for (const copies of [it.copies, await it.restarted()]) {
    const { html } = await copies.get(it.path, 1)
    expect(html).toContain('cannot be updated right now')
    expect(html).toContain('Everything is working')
  }
})

test('a page that is being made when its project changes is not kept', async () => {
  const it = await scene()
  const made = it.copies.get(it.path, 1)
  it.copies.hear([projectTopic(it.project.id)])
  await made
  it.loseDatabase()
  await expect(it.copies.get(it.path, 1)).rejects.toThrow(/connect|ECONN/)
})

test('a copy in the data folder that a killed server did not drop is checked by the next one', async () => {
  const it = await scene()
  await it.copies.get(it.path, 1)
  await it.db.updateTable('projects').set({ statusPageEnabled: false }).where('id', '=', it.project.id).execute()
  const next = await it.restarted()
  await vi.waitUntil(async () => (await readdir(join(it.dataDir, 'status-pages'))).length === 0)
  it.loseDatabase()
  await expect(next.get(it.path, 1)).rejects.toThrow(/connect|ECONN/)
})

test('of a page that was turned off no copy is left, neither in memory nor in the data folder', async () => {
  const it = await scene()
  await it.copies.get(it.path, 1)
  await it.as('mina').call(updateProject, { id: it.project.id, statusPageEnabled: false })
  it.wait(11)
  await expect(it.copies.get(it.path, 1)).rejects.toThrow('Status page')
  it.loseDatabase()
  for (const copies of [it.copies, await it.restarted()])
    await expect(copies.get(it.path, 1)).rejects.toThrow(/connect|ECONN/)
})

test.each([
  ['smtp://mail.test:25', true],
  ['', false],
])('the page has a form for updates by email where the site sends mail (%s): %s', async (smtpUrl, hasForm) => {
  const it = await scene(smtpUrl === '' ? {} : { SMTP_URL: smtpUrl })
  const { html } = await it.copies.get(it.path, 1)
  expect([html.includes('action="status/subscribe"'), html.includes('href="#subscribe"')]).toEqual([hasForm, hasForm])
})
