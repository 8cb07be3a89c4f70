import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { updateProject } from '#contract/foundation/projects.ts'
import { openDatabase } from '#server/platform/sql/database.ts'
import { statusScene } from '#test/world/scenes/status-page.ts'
import { StatusCopies } from './copies.ts'

async function scene() {
  const it = await statusScene()
  const folder = join(it.services.settings.dataDir, 'status-pages')
  const away = openDatabase({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing', max: 2 })
  onTestFinished(async () => {
    vi.restoreAllMocks()
    await away.close()
    await rm(folder, { recursive: true, force: true })
  })
  await it.component('Looms')
  // The database that the copies are made from, which goes away.
  const parts = { db: it.db, services: it.services }
  return {
    ...it,
    copies: new StatusCopies(parts),
    path: it.project.fullPath,
    restarted: () => new StatusCopies(parts),
    loseDatabase: () => Object.assign(parts, { db: away.db }),
    wait: (seconds: number) => {
      const now = performance.now()
      vi.spyOn(performance, 'now').mockImplementation(() => now + seconds * 1000)
    },
  }
}

test('while the database is away, the last copy is sent and says when it was made, also by a server that was started again', async () => {
  const it = await scene()
  const fresh = await it.copies.get(it.path, 1)
  expect(fresh.html).not.toContain('cannot be updated right now')
  it.loseDatabase()
  it.wait(60)
  for (const copies of [it.copies, it.restarted()]) {
    const copy = await copies.get(it.path, 1)
    expect(copy.html).toContain('Everything is working')
    expect(copy.html).toContain(`cannot be updated right now. It shows the state of <time datetime="${fresh.madeAt}">`)
    expect(copy.etag).not.toBe(fresh.etag)
  }
  await expect(it.copies.get('weft/unknown', 1)).rejects.toThrow()
})

test('a change is in the copy after ten seconds, and a copy that differs in its age alone has the same tag', async () => {
  const it = await scene()
  const first = await it.copies.get(it.path, 1)
  await it.publish('dan', (await it.incident()).iid)
  it.wait(9)
  expect((await it.copies.get(it.path, 1)).html).toBe(first.html)
  it.wait(11)
  const next = await it.copies.get(it.path, 1)
  expect(next.html).toContain('We are working on a problem')
  expect(next.etag).not.toBe(first.etag)
})

test('of a page that was turned off no copy is left, neither in memory nor in the data folder', async () => {
  const it = await scene()
  await it.copies.get(it.path, 1)
  await it.as('mina').call(updateProject, { id: it.project.id, statusPageEnabled: false })
  it.wait(11)
  await expect(it.copies.get(it.path, 1)).rejects.toThrow('Status page')
  it.loseDatabase()
  for (const copies of [it.copies, it.restarted()])
    await expect(copies.get(it.path, 1)).rejects.toThrow(/connect|ECONN/)
})
