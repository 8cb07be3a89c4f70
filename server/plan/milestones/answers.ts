import {
  createGroupMilestone,
  createProjectMilestone,
  deleteGroupMilestone,
  deleteProjectMilestone,
  getGroupMilestone,
  getProjectMilestone,
  listGroupMilestoneOptions,
  listGroupMilestones,
  listMilestoneOptions as listMilestoneOptionsOperation,
  listProjectMilestones,
  promoteMilestone as promoteMilestoneOperation,
  updateGroupMilestone,
  updateProjectMilestone,
} from '#contract/plan/milestones.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { groupByPath, groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer, refuseChanged } from '#server/slice.ts'
import { createMilestone } from './create.ts'
import { deleteMilestone } from './delete.ts'
import { type MilestoneRow, milestoneOfGroup, milestoneOfProject } from './find.ts'
import { promoteMilestone } from './promote.ts'
import { listMilestoneOptions, listMilestones, showMilestone } from './queries.ts'
import { type MilestoneChanges, updateMilestone } from './update.ts'

async function change(ctx: Context, milestone: Allowed<'milestone:admin', MilestoneRow>, changes: MilestoneChanges) {
  await updateMilestone(ctx, milestone, changes)
  return showMilestone(ctx, milestone.id)
}

type Unless = Parameters<typeof refuseChanged>[1]

async function remove(ctx: Context, milestone: Allowed<'milestone:admin', MilestoneRow>, unless: Unless) {
  refuseChanged(milestone, unless)
  await deleteMilestone(ctx, milestone)
  return null
}

export const milestoneAnswers: readonly Answer[] = [
  answer(listProjectMilestones, {
    about: projectByRef,
    ability: 'project:read-milestones',
    run: (ctx, { id }, filter) => listMilestones(ctx, { id, kind: 'project' }, filter),
  }),
  answer(createProjectMilestone, {
    about: projectByRef,
    ability: 'project:admin-milestones',
    run: async (ctx, project, given) =>
      showMilestone(ctx, await createMilestone(ctx, { ...project, kind: 'project' }, given)),
  }),
  answer(getProjectMilestone, {
    about: milestoneOfProject,
    ability: 'milestone:read',
    run: (ctx, { id }) => showMilestone(ctx, id),
  }),
  answer(updateProjectMilestone, { about: milestoneOfProject, ability: 'milestone:admin', run: change }),
  answer(deleteProjectMilestone, { about: milestoneOfProject, ability: 'milestone:admin', run: remove }),
  answer(promoteMilestoneOperation, {
    about: milestoneOfProject,
    ability: 'milestone:admin',
    run: async (ctx, milestone) => {
      await promoteMilestone(ctx, milestone)
      return showMilestone(ctx, milestone.id)
    },
  }),
  answer(listGroupMilestones, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, { id }, filter) => listMilestones(ctx, { id, kind: 'group' }, filter),
  }),
  answer(createGroupMilestone, {
    about: groupByRef,
    ability: 'group:admin-milestones',
    run: async (ctx, group, given) =>
      showMilestone(ctx, await createMilestone(ctx, { ...group, kind: 'group' }, given)),
  }),
  answer(getGroupMilestone, {
    about: milestoneOfGroup,
    ability: 'milestone:read',
    run: (ctx, { id }) => showMilestone(ctx, id),
  }),
  answer(updateGroupMilestone, { about: milestoneOfGroup, ability: 'milestone:admin', run: change }),
  answer(deleteGroupMilestone, { about: milestoneOfGroup, ability: 'milestone:admin', run: remove }),
  answer(listMilestoneOptionsOperation, {
    about: projectByPath,
    ability: 'project:read-milestones',
    run: (ctx, { id }, { search }) => listMilestoneOptions(ctx, { id, kind: 'project' }, search),
  }),
  answer(listGroupMilestoneOptions, {
    about: groupByPath,
    ability: 'group:read',
    run: (ctx, { id }, { search }) => listMilestoneOptions(ctx, { id, kind: 'group' }, search),
  }),
]
