import * as contract from '#contract/plan/epics/epics.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { changeSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { noneGiven } from '#server/errors.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { changesOf } from '#server/plan/issuables/changes/changes-of.ts'
import { reorderChild } from '#server/plan/issuables/children.ts'
import { createOnce } from '#server/plan/issuables/create-once.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { type Answer, answer, refuseChanged } from '#server/slice.ts'
import { addChild, addIssue, removeFrom } from './children.ts'
import { createEpic } from './create.ts'
import { epicById, epicByIid } from './find.ts'
import { listChildren, listEpicIssues, listEpics, showEpic, showEpicIssue } from './queries.ts'
import { deleteEpic } from './state.ts'
import { updateEpic } from './update.ts'

const readable = { about: epicByIid, ability: 'issuable:read' } as const
const ordered = { about: epicByIid, ability: 'issuable:set-metadata' } as const

const { id: _id, epicIid: _iid, ...updatable } = contract.updateEpic.input.properties

/** Epics in the REST API. @source rest.md 11 */
export const epicAnswers: readonly Answer[] = [
  answer(contract.listEpics, {
    about: groupByRef,
    ability: 'group:read-epics',
    run: (ctx, group, { id: _group, ...asked }) => listEpics(ctx, group, asked, asked),
  }),
  answer(contract.getEpic, { ...readable, run: (ctx, epic) => showEpic(ctx, epic.id) }),
  answer(contract.createEpic, {
    about: groupByRef,
    ability: 'group:create-epic',
    run: async (ctx, group, input) => {
      const { title, createdAt, color, startDateIsFixed, startDateFixed, dueDateIsFixed, dueDateFixed } = input
      const plan = { color, startDateIsFixed, startDateFixed, dueDateIsFixed, dueDateFixed }
      const given = { ...changesOf('createEpic', input), ...plan, title, createdAt }
      return showEpic(
        ctx,
        await createOnce(ctx, group.id, input.idempotencyKey, inner => createEpic(inner, group, given)),
      )
    },
  }),
  answer(contract.updateEpic, {
    about: epicByIid,
    ability: 'issuable:update',
    run: async (ctx, epic, { id: _group, epicIid: _number, ...given }) => {
      if (Object.values(given).every(value => value === undefined))
        throw noneGiven(...Object.keys(updatable).map(snakeCase))
      const { stateEvent, updatedAt, color, startDateIsFixed, startDateFixed, dueDateIsFixed, dueDateFixed } = given
      const plan = { color, startDateIsFixed, startDateFixed, dueDateIsFixed, dueDateFixed }
      await updateEpic(ctx, epic, { attributes: changesOf('updateEpic', given), plan, stateEvent }, { updatedAt })
      return showEpic(ctx, epic.id)
    },
  }),
  answer(contract.deleteEpic, {
    about: epicByIid,
    ability: 'issuable:delete',
    run: async (ctx, epic, input) => {
      refuseChanged(epic, input)
      await deleteEpic(ctx, epic)
    },
  }),
  answer(contract.listEpicIssues, { ...readable, run: (ctx, { id }, input) => listEpicIssues(ctx, id, input) }),
  answer(contract.addEpicIssue, {
    ...readable,
    run: async (ctx, epic, { issueId }) => {
      await addIssue(ctx, epic, issueId)
      return showEpicIssue(ctx, epic.id, issueId)
    },
  }),
  answer(contract.reorderEpicIssue, {
    ...ordered,
    run: async (ctx, epic, { epicIssueId, ...neighbours }) => {
      await reorderChild(ctx, epic, 'issue', epicIssueId, neighbours)
      return listEpicIssues(ctx, epic.id, {})
    },
  }),
  answer(contract.removeEpicIssue, {
    ...readable,
    run: async (ctx, epic, { epicIssueId }) => {
      await removeFrom(ctx, epic, epicIssueId, 'issue')
      return showEpicIssue(ctx, epic.id, epicIssueId)
    },
  }),
  answer(contract.listChildEpics, { ...readable, run: (ctx, { id }, input) => listChildren(ctx, id, input) }),
  answer(contract.addChildEpic, {
    ...readable,
    run: async (ctx, epic, { childEpicId }) => {
      await addChild(ctx, epic, childEpicId)
      return showEpic(ctx, childEpicId)
    },
  }),
  answer(contract.createChildEpic, {
    ...readable,
    run: async (ctx, epic, { title, confidential }) => {
      const group = await load(ctx, 'group:create-epic', groupByRef, { id: epic.namespaceId })
      const { id } = await createEpic(ctx, group, {
        title,
        confidential: confidential ?? epic.confidential,
        parent: epic.id,
      })
      return linkedEpic(ctx, epic, id)
    },
  }),
  answer(contract.reorderChildEpic, {
    ...ordered,
    run: async (ctx, epic, { childEpicId, ...neighbours }) => {
      await reorderChild(ctx, epic, 'epic', childEpicId, neighbours)
      return listChildren(ctx, epic.id, {})
    },
  }),
  answer(contract.removeChildEpic, {
    ...readable,
    run: async (ctx, epic, { childEpicId }) => {
      await removeFrom(ctx, epic, childEpicId, 'epic')
      return showEpic(ctx, childEpicId)
    },
  }),
  ...(
    [
      [contract.subscribeToEpic, true],
      [contract.unsubscribeFromEpic, false],
    ] as const
  ).map(([operation, subscribed]) =>
    answer(operation, {
      about: epicByIid,
      ability: 'issuable:subscribe',
      run: async (ctx, epic) => {
        await changeSubscription(ctx, epic, subscribed)
        return showEpic(ctx, epic.id)
      },
    }),
  ),
]

/** A child that has just been made, as its parent's tree shows it. */
async function linkedEpic(ctx: Context, parent: { readonly id: number; readonly iid: number }, id: number) {
  const epic = await load(ctx, 'issuable:read', epicById, { id })
  const path = `/groups/${epic.namespacePath}/-/epics`
  return {
    id,
    title: epic.title,
    groupId: epic.namespaceId,
    parentId: parent.id,
    hasChildren: false,
    hasIssues: false,
    reference: `&${epic.iid}`,
    url: `${path}/${epic.iid}`,
    relationUrl: `${path}/${parent.iid}/links/${id}`,
  }
}
