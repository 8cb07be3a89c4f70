import {
  createEpic,
  createProjectMilestone,
  getGroupEpicsPage,
  getMilestonesPage,
  listMilestoneOptions,
} from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import type { EpicChoice, MilestoneChoice } from './search.ts'
import { searchEpics } from './search-epics.graphql.gen.ts'
import { searchMilestones } from './search-milestones.graphql.gen.ts'

/** Create an epic in the field that chooses one. @source EPIC-003 */
export const useCreateEpic = (onCreated: (epic: EpicChoice) => void) =>
  useOperation(createEpic, {
    refreshes: [getGroupEpicsPage, searchEpics],
    onSuccess: ({ id, iid, title, confidential, webUrl }) =>
      onCreated({ id, title, confidential, reference: `&${iid}`, path: new URL(webUrl).pathname }),
  })

/** Create a milestone of a project in the field that chooses one. @source MILE-004 */
export const useCreateMilestone = (onCreated: (milestone: MilestoneChoice) => void) =>
  useOperation(createProjectMilestone, {
    refreshes: [getMilestonesPage, listMilestoneOptions, searchMilestones],
    onSuccess: ({ id, title, dueDate, startDate, expired, webUrl }) =>
      onCreated({ id, title, dueDate, startDate, expired, webUrl }),
  })

/** The last row of a list to choose from. */
export const createWords = {
  epic: (title: string) => `Create epic “${title}”`,
  milestone: (title: string) => `Create milestone “${title}”`,
}
