import { pagesPath } from '#contract/issuable-kinds.ts'
import * as contract from '#contract/plan/epics/epic-pages.ts'
import { epicsCsv } from '#contract/plan/lists/csv-exports.ts'
import { load } from '#server/access/load.ts'
import { groupByPath } from '#server/foundation/namespaces/find-group.ts'
import { bulkUpdate } from '#server/plan/change-sets/bulk-update.ts'
import { csvAnswers } from '#server/plan/exports/csv-answers.ts'
import { changesOf } from '#server/plan/issuables/changes/changes-of.ts'
import { type Answer, answer, Reply } from '#server/slice.ts'
import { addNamed } from '../children.ts'
import { epicById, epicOfAddress } from '../find.ts'
import { deleteEpic } from '../state.ts'
import { exportedEpics } from './export.ts'
import { showEpicsPage } from './list-page.ts'
import { showEpicPage } from './page.ts'
import { showRoadmap } from './roadmap.ts'
import { showTree } from './tree.ts'
import { updateOnPage } from './update-on-page.ts'

/** The calls of epic pages besides the public API. */
export const epicPageAnswers: readonly Answer[] = [
  answer(contract.getGroupEpicsPage, { about: groupByPath, ability: 'group:read-epics', run: showEpicsPage }),
  ...csvAnswers('epic', epicsCsv, { about: groupByPath, ability: 'group:read-epics' }, exportedEpics),
  answer(contract.getGroupRoadmapPage, { about: groupByPath, ability: 'group:read-epics', run: showRoadmap }),
  answer(contract.getGroupEpicPage, { about: epicOfAddress, ability: 'issuable:read', run: showEpicPage }),
  answer(contract.getGroupEpicTree, {
    about: groupByPath,
    ability: 'group:read-epics',
    run: async (ctx, _group, { epicId }) => showTree(ctx, await load(ctx, 'issuable:read', epicById, { id: epicId })),
  }),
  answer(contract.updateGroupEpicEntity, {
    about: epicOfAddress,
    ability: 'issuable:update',
    run: (ctx, found, { namespace: _namespace, iid: _iid, epic, ...beside }) =>
      updateOnPage(ctx, found, { ...beside, ...epic }),
  }),
  answer(contract.bulkUpdateGroupEpics, {
    about: groupByPath,
    ability: 'group:bulk-update-epics',
    run: (ctx, group, { update }) => {
      const place = { namespaceId: group.id, series: 'epic' } as const
      const wanted = { changes: changesOf('epicBulk', update), stateEvent: update.stateEvent || null }
      return bulkUpdate(ctx, place, update, wanted)
    },
  }),
  answer(contract.deleteGroupEpicEntity, {
    about: epicOfAddress,
    ability: 'issuable:delete',
    run: async (ctx, epic, { destroyConfirm }) => {
      if (!destroyConfirm)
        return new Reply<{ errors: string[] }>(422, { errors: ['Destroy confirmation not provided for epic'] })
      await deleteEpic(ctx, epic)
      return { webUrl: `${ctx.services.settings.externalUrl}${pagesPath('epic', epic.namespacePath)}` }
    },
  }),
  answer(contract.addGroupEpicChildren, {
    about: epicOfAddress,
    ability: 'issuable:read',
    run: async (ctx, epic, { kind, references }) => ({ changeSetIds: await addNamed(ctx, epic, kind, references) }),
  }),
]
