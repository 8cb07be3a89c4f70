import type { ReplyOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import {
  createGroupMilestone,
  createProjectMilestone,
  deleteGroupMilestone,
  deleteProjectMilestone,
  getGroupMilestonePage,
  getGroupMilestonesPage,
  getMilestonePage,
  getMilestonesPage,
  listGroupMilestoneOptions,
  listMilestoneOptions,
  promoteMilestone as promoteMilestoneOperation,
  updateGroupMilestone,
  updateProjectMilestone,
} from '#web/api/operations.gen.ts'
import { searchMilestones } from '#web/plan/pickers/search-milestones.graphql.gen.ts'

export type MilestonesPageData = ReplyOf<typeof import('#contract/plan/label-and-milestone-pages.ts').getMilestonesPage>
export type MilestonePageData = ReplyOf<typeof import('#contract/plan/label-and-milestone-pages.ts').getMilestonePage>
export type MilestoneData = MilestonesPageData['milestones'][number]

export interface MilestoneValues {
  readonly title: string
  readonly description: string
  readonly startDate: string | null
  readonly dueDate: string | null
}

/** The project or group that owns a milestone. */
export interface Owner {
  readonly id: number
  readonly kind: 'project' | 'group' | 'user'
}

/** The queries that a change of milestones makes stale. */
export const milestoneReadings = [
  getMilestonesPage,
  getGroupMilestonesPage,
  getMilestonePage,
  getGroupMilestonePage,
  listMilestoneOptions,
  listGroupMilestoneOptions,
  searchMilestones,
]

/** The owner of a milestone in a list of several projects and groups. */
export const ownerOf = ({ projectId, groupId }: Pick<MilestoneData, 'projectId' | 'groupId'>): Owner =>
  groupId === undefined ? { id: projectId ?? 0, kind: 'project' } : { id: groupId, kind: 'group' }

export const createMilestone = ({ id, kind }: Owner, values: MilestoneValues) =>
  kind === 'group' ? call(createGroupMilestone, { id, ...values }) : call(createProjectMilestone, { id, ...values })

export function updateMilestone(
  { id, kind }: Owner,
  milestoneId: number,
  changes: Partial<MilestoneValues> & {
    readonly stateEvent?: 'close' | 'activate'
    /** The values when the change began: a milestone that has changed since is left alone. */
    readonly expected?: Partial<MilestoneValues> & { readonly updatedAt?: string }
  },
) {
  const input = { id, milestoneId, ...changes }
  return kind === 'group' ? call(updateGroupMilestone, input) : call(updateProjectMilestone, input)
}

export const deleteMilestone = ({ id, kind }: Owner, milestoneId: number): Promise<unknown> =>
  kind === 'group' ? call(deleteGroupMilestone, { id, milestoneId }) : call(deleteProjectMilestone, { id, milestoneId })

export const promoteMilestone = ({ id }: Owner, milestoneId: number) =>
  call(promoteMilestoneOperation, { id, milestoneId })
