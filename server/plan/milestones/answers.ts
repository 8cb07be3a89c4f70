import { placeKinds } from '#contract/foundation/places.ts'
import * as contract from '#contract/plan/timeboxes/milestones.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { groupByPath, groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { placeByRef } from '#server/foundation/namespaces/find-place.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer, refuseChanged } from '#server/slice.ts'
import { listBurndownEvents } from './burndown-events.ts'
import { createMilestone } from './create.ts'
import { deleteMilestone } from './delete.ts'
import { type MilestoneRow, milestoneOf } from './find.ts'
import { promoteMilestone } from './promote.ts'
import { listMilestoneOptions, listMilestones, showMilestone } from './queries.ts'
import { currentMilestone, type MilestoneChanges, updateMilestone } from './update.ts'

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
  answer(contract.listProjectMilestones, {
    about: projectByRef,
    ability: 'project:read-milestones',
    run: (ctx, { id }, filter) => listMilestones(ctx, { id, kind: 'project' }, filter),
  }),
  answer(contract.listGroupMilestones, {
    about: groupByRef,
    ability: 'group:read',
    run: (ctx, { id }, filter) => listMilestones(ctx, { id, kind: 'group' }, filter),
  }),
  ...placeKinds.flatMap(kind => {
    const operations = contract.milestoneOperations[kind]
    const about = milestoneOf[kind]
    return [
      answer(operations.create, {
        about: placeByRef[kind],
        ability: `${kind}:admin-milestones`,
        run: async (ctx, place, given) => showMilestone(ctx, await createMilestone(ctx, { ...place, kind }, given)),
      }),
      answer(operations.get, { about, ability: 'milestone:read', run: (ctx, { id }) => showMilestone(ctx, id) }),
      answer(operations.listBurndownEvents, {
        about,
        ability: 'milestone:read',
        run: (ctx, milestone) =>
          listBurndownEvents(ctx, { id: milestone.namespaceId, kind, facts: milestone.facts }, milestone),
      }),
      answer(operations.update, { about, ability: 'milestone:admin', current: currentMilestone, run: change }),
      answer(operations.remove, { about, ability: 'milestone:admin', run: remove }),
    ]
  }),
  answer(contract.promoteMilestone, {
    about: milestoneOf.project,
    ability: 'milestone:admin',
    run: async (ctx, milestone) => {
      await promoteMilestone(ctx, milestone)
      return showMilestone(ctx, milestone.id)
    },
  }),
  answer(contract.listMilestoneOptions, {
    about: projectByPath,
    ability: 'project:read-milestones',
    run: (ctx, { id }, { search }) => listMilestoneOptions(ctx, { id, kind: 'project' }, search),
  }),
  answer(contract.listGroupMilestoneOptions, {
    about: groupByPath,
    ability: 'group:read',
    run: (ctx, { id }, { search }) => listMilestoneOptions(ctx, { id, kind: 'group' }, search),
  }),
]
