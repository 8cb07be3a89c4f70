import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Context, createContext, transact } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { openDatabase } from '#server/platform/sql/database.ts'
import { createServices } from '#server/services.ts'
import { readSettings } from '#server/settings.ts'
import { insertNamespace, moveNamespace } from './tree.ts'

/** Two connections of their own: the rows that they commit are removed at the end. */
function two() {
  const opened = openDatabase({ connectionString: inject('databaseUrl'), max: 8 })
  const stem = `race-${process.pid}-${Date.now().toString(36)}`
  onTestFinished(async () => {
    await opened.db.deleteFrom('namespaces').where('fullPath', 'like', `${stem}%`).execute()
    await opened.db.deleteFrom('redirects').where('path', 'like', `${stem}%`).execute()
    await opened.close()
  })
  const services = createServices([], readSettings({ LOG_LEVEL: 'silent' }), pino({ level: 'silent' }))
  const ctx: Context = createContext({
    db: opened.db,
    services,
    requestId: 'test',
    actor: { kind: 'anonymous' },
  })
  const group = (path: string, parentId: number | null = null) =>
    ({ kind: 'group', parentId, name: path, path, visibility: 'private' }) as const
  return { ctx, db: opened.db, stem, group }
}

test('of many who create the same path at once one wins, the others hear that it is taken', async () => {
  const { ctx, stem, group } = two()
  const outcomes = await Promise.allSettled(
    ['a', 'A', 'a', 'A'].map(end => transact(ctx, inner => insertNamespace(inner, group(`${stem}-${end}`)))),
  )
  const failures = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(failures).toHaveLength(3)
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(Invalid)
    expect(failure).toMatchObject({ fields: { path: ['has already been taken'] } })
  }
})

test('what is created below a group while it is renamed gets the new path', async () => {
  const { ctx, db, stem, group } = two()
  const parent = await transact(ctx, inner => insertNamespace(inner, group(stem)))
  const renamed = transact(ctx, inner =>
    moveNamespace(inner, { id: parent.id, kind: 'group', parentId: null, name: stem, path: `${stem}-new` }),
  )
  const children = [1, 2, 3, 4, 5].map(i =>
    transact(ctx, inner => insertNamespace(inner, group(`child${i}`, parent.id))),
  )
  await Promise.all([renamed, ...children])
  const rows = await db
    .selectFrom('namespaces')
    .select('fullPath')
    .where('parentId', '=', parent.id)
    .orderBy('fullPath')
    .execute()
  expect(rows.map(row => row.fullPath)).toEqual([1, 2, 3, 4, 5].map(i => `${stem}-new/child${i}`))
})

test('PLATFORM-011 a path that is too long with those above and below it is refused, also by a rename', async () => {
  const { ctx, stem, group } = two()
  const long = () =>
    Array.from({ length: 8 }, () => randomBytes(16).toString('hex'))
      .join('')
      .slice(0, 255)
  const create = (path: string, parentId: number | null) =>
    transact(ctx, inner => insertNamespace(inner, group(path, parentId)))
  const top = await create(`${stem}-top`, null)
  const refused = { fields: { path: [expect.stringContaining('is too long')] } }
  const deepen = async (parentId: number, levels: number): Promise<void> => {
    if (levels > 0) await deepen((await create(long(), parentId)).id, levels - 1)
  }
  await expect(deepen(top.id, 25)).rejects.toMatchObject(refused)
  const renamed = { id: top.id, kind: 'group', parentId: null, name: 'top', path: `${stem}-${long()}` } as const
  await expect(transact(ctx, inner => moveNamespace(inner, renamed))).rejects.toMatchObject(refused)
})
