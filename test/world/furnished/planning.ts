import {
  createGroupBoard,
  createGroupBoardList,
  createProjectBoard,
  createProjectBoardList,
} from '#contract/plan/boards/boards.ts'
import { createGroupLabel, createProjectLabel, subscribeToProjectLabel } from '#contract/plan/labels/labels.ts'
import { groupSavedViews, projectSavedViews } from '#contract/plan/lists/saved-views.ts'
import { listGroupIterations } from '#contract/plan/timeboxes/iterations.ts'
import { createGroupMilestone, createProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { askGraphql } from '../graphql.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

/**
 * The objects to plan issues with: labels with priorities, milestones with days, iterations, saved views and boards.
 */
export async function furnishPlanning(built: CodeWorld) {
  const { as, group, project } = built
  const root = as('root')
  const labels = await furnishLabels(built)
  const milestone = await root.call(createProjectMilestone, {
    id: project.id,
    title: 'Spring',
    description: 'Soon',
    startDate: '2026-03-01',
    dueDate: '2026-05-31',
  })
  const groupMilestone = await root.call(createGroupMilestone, { id: group.id, title: 'Year', dueDate: '2026-12-31' })
  const milestones = { milestoneId: milestone.id, groupMilestoneId: groupMilestone.id }
  const iterationId = await furnishIteration(built)
  const aView = { list: 'issue', name: 'Ours', query: 'state=closed', isShared: true } as const
  const view = await root.call(projectSavedViews.create, { id: project.id, ...aView })
  const groupView = await root.call(groupSavedViews.create, { id: group.id, ...aView })
  const boards = await furnishBoards(built, { ...milestones, iterationId })

  const fit: FurnishedArea['fit'] = (place, wanted) => {
    const { path, isGroup } = wanted
    labels.fit(place, wanted)
    place.viewId = (isGroup ? groupView : view).id
    place.milestoneId = (isGroup ? groupMilestone : milestone).id
    boards.fit(place, wanted)
    if (path.endsWith('/saved_views')) Object.assign(place, { list: 'issue', query: 'state=all', search: undefined })
  }
  return { ...milestones, iterationId, everywhere: { iterationId, ...labels.everywhere }, fit }
}

async function furnishLabels({ as, group, project }: CodeWorld) {
  const root = as('root')
  const blocker = await root.call(createProjectLabel, {
    id: project.id,
    name: 'blocker',
    color: '#dd0000',
    description: 'Stops all',
    priority: 1,
  })
  await root.call(createProjectLabel, { id: project.id, name: 'type::bug', color: '#00dd00' })
  await root.call(subscribeToProjectLabel, { id: project.id, labelId: 'blocker' })
  const groupLabel = await root.call(createGroupLabel, { id: group.id, name: 'everywhere', color: '#0000dd' })
  const otherGroupLabel = await root.call(createGroupLabel, { id: group.id, name: 'anywhere', color: '#0000ee' })

  const fit: FurnishedArea['fit'] = (place, { name, isGroup }) => {
    place.labelId = (isGroup ? groupLabel : blocker).id
    place.intoId = (isGroup ? otherGroupLabel : groupLabel).id
    if (name.endsWith('ByName')) place.name = isGroup ? 'everywhere' : 'blocker'
    if (/Label$/.test(name)) place.name = 'a new one'
  }
  return { everywhere: { color: '#123456', label: { title: 'made', color: '#123456' } }, fit }
}

/** A cadence of the group that has scheduled its iterations. @returns  the id of the current one */
async function furnishIteration({ as }: CodeWorld): Promise<number> {
  const { data } = await askGraphql(
    as('root').ctx,
    `mutation { iterationCadenceCreate(input: { groupPath: "weft", title: "Sprints", description: "Two weeks", active: true, automatic: true,
      startDate: "2026-01-05", durationInWeeks: 2, iterationsInAdvance: 2 }) { iterationCadence { id } } }`,
  )
  if (data.iterationCadenceCreate.iterationCadence === null) throw new Error('no cadence was made')
  const [current] = await as('root').call(listGroupIterations, { id: 'weft', state: 'current' })
  return current?.id ?? 0
}

interface Timeboxes {
  readonly milestoneId: number
  readonly groupMilestoneId: number
  readonly iterationId: number
}

async function furnishBoards(
  { as, group, project, users }: CodeWorld,
  { milestoneId, groupMilestoneId, iterationId }: Timeboxes,
) {
  const root = as('root')
  const board = await root.call(createProjectBoard, {
    id: project.id,
    name: 'Development',
    labels: ['blocker'],
    assigneeId: users.rita.id,
    milestoneId,
    iterationId,
    weight: 5,
  })
  const boardAt = { id: project.id, boardId: board.id }
  const boardList = await root.call(createProjectBoardList, { ...boardAt, milestoneId })
  await root.call(createProjectBoardList, { ...boardAt, iterationId })
  await root.call(createProjectBoardList, { ...boardAt, assigneeId: users.rita.id })
  const groupBoard = await root.call(createGroupBoard, { id: group.id, name: 'Everything' })
  const groupBoardAt = { id: group.id, boardId: groupBoard.id }
  const groupBoardList = await root.call(createGroupBoardList, { ...groupBoardAt, milestoneId: groupMilestoneId })

  const fit: FurnishedArea['fit'] = (place, { isGroup }) => {
    place.boardId = (isGroup ? groupBoard : board).id
    place.listId = (isGroup ? groupBoardList : boardList).id
  }
  return { fit }
}
