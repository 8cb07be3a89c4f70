import { expect, test } from 'vitest'
import { createProject, transferProject } from '#contract/foundation/projects.ts'
import { createProjectBoard, createProjectBoardList, getProjectBoard } from '#contract/plan/boards/boards.ts'
import { createIssue, getIssue } from '#contract/plan/issues/issues.ts'
import { mergeProjectLabel } from '#contract/plan/labels/label-merges.ts'
import { createGroupLabel, createProjectLabel, promoteLabel } from '#contract/plan/labels/labels.ts'
import { createGroupMilestone, createProjectMilestone, promoteMilestone } from '#contract/plan/timeboxes/milestones.ts'
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

test('boards of a project that moves to another group lose the lists and scopes of the former group', async () => {
  const { as, build, db } = await world()
  const root = as('root')
  const [from, to] = [await build.group({ path: 'former' }), await build.group({ path: 'later' })]
  const project = await build.project({ parent: from, path: 'shuttle' })
  const label = async (id: number, name: string) =>
    (await root.call(createGroupLabel, { id, name, color: '#112233' })).id
  const milestone = async (id: number, title: string) => (await root.call(createGroupMilestone, { id, title })).id
  const [bug, gone] = [await label(from.id, 'bug'), await label(from.id, 'gone')]
  const [one, two] = [await milestone(from.id, 'One'), await milestone(from.id, 'Two')]
  const own = (await root.call(createProjectLabel, { id: project.id, name: 'own', color: '#112233' })).id
  const near = { bug: await label(to.id, 'bug'), one: await milestone(to.id, 'One') }
  const board = await root.call(createProjectBoard, {
    id: project.id,
    name: 'Work',
    labels: ['bug', 'gone'],
    milestoneId: two,
  })
  const at = { id: project.id, boardId: board.id }
  for (const subject of [
    { labelId: gone },
    { labelId: bug },
    { milestoneId: one },
    { milestoneId: two },
    { labelId: own },
  ])
    await root.call(createProjectBoardList, { ...at, ...subject })
  const issue = await root.call(createIssue, { id: project.id, title: 'Kept', labels: ['gone'] })
  await root.call(transferProject, { id: project.id, namespace: to.id })
  const { lists, labels, milestone: scope } = await root.call(getProjectBoard, at)
  expect(lists.map(list => [list.position, list.label?.id ?? list.milestone?.id])).toEqual([
    [0, near.bug],
    [1, near.one],
    [2, own],
  ])
  expect(labels.map(each => each.id)).toEqual([near.bug])
  expect(scope).toBeNull()
  expect((await root.call(getIssue, { id: project.id, issueIid: issue.iid })).labels).toEqual(['gone'])
  expect(await db.selectFrom('boardLists').select('id').where('boardId', '=', board.id).execute()).toHaveLength(5)
})
