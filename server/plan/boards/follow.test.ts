import { expect, test } from 'vitest'
import { createProject } from '#contract/foundation/projects.ts'
import { createProjectBoard, createProjectBoardList, getProjectBoard } from '#contract/plan/boards.ts'
import { mergeProjectLabel } from '#contract/plan/label-merges.ts'
import { createProjectLabel, promoteLabel } from '#contract/plan/labels.ts'
import { createProjectMilestone, promoteMilestone } from '#contract/plan/milestones.ts'
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

test('LABEL-010 boards keep the lists and scopes of labels and milestones that join one of their group', async () => {
  const { as, project, group } = await world()
  const root = as('root')
  const other = await root.call(createProject, { name: 'Shuttle', namespaceId: group.id })
  const make = async (id: number) => ({
    label: (await root.call(createProjectLabel, { id, name: 'bug', color: '#112233' })).id,
    milestone: (await root.call(createProjectMilestone, { id, title: 'One' })).id,
  })
  const [kept, joining] = [await make(project.id), await make(other.id)]
  const scope = { labels: ['bug'], milestoneId: joining.milestone }
  const board = await root.call(createProjectBoard, { id: other.id, name: 'Work', ...scope })
  const at = { id: other.id, boardId: board.id }
  await root.call(createProjectBoardList, { ...at, labelId: joining.label })
  await root.call(createProjectBoardList, { ...at, milestoneId: joining.milestone })
  await root.call(promoteLabel, { id: project.id, labelId: kept.label })
  await root.call(promoteMilestone, { id: project.id, milestoneId: kept.milestone })
  expect(await root.call(getProjectBoard, at)).toMatchObject({
    labels: [{ id: kept.label }],
    milestone: { id: kept.milestone },
    lists: [{ label: { id: kept.label } }, { milestone: { id: kept.milestone } }],
  })
})
