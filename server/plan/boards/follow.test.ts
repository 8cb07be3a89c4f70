import { expect, test } from 'vitest'
import { mergeProjectLabel } from '#contract/plan/label-merges.ts'
import { world } from '#test/world/world.ts'

test('LABEL-010 lists and scopes of boards follow a label that is merged, once', async () => {
  const { as, project, build, db } = await world()
  const [bug, defect] = [await build.label(), await build.label()]
  const boardOf = async (labelIds: readonly number[]) => {
    const { id } = await db
      .insertInto('boards')
      .values({ namespaceId: project.id, name: 'Work' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('boardLabels').values({ boardId: id, labelId: bug.id }).execute()
    await db
      .insertInto('boardLists')
      .values(labelIds.map((labelId, position) => ({ boardId: id, kind: 'label', labelId, position })))
      .execute()
    return id
  }
  const one = await boardOf([bug.id])
  const both = await boardOf([defect.id, bug.id])
  await as('rita').call(mergeProjectLabel, { namespace: project.fullPath, labelId: bug.id, intoId: defect.id })
  const left = (boardId: number) =>
    db.selectFrom('boardLists').select('labelId').where('boardId', '=', boardId).execute()
  expect([await left(one), await left(both)]).toEqual([[{ labelId: defect.id }], [{ labelId: defect.id }]])
  expect(await db.selectFrom('boardLabels').select('labelId').distinct().execute()).toEqual([{ labelId: defect.id }])
})
