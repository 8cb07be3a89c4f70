import type { Static } from 'typebox'
import { pagePath } from '#contract/issuable-kinds.ts'
import type { updateGroupEpicEntity } from '#contract/plan/epics/epic-pages.ts'
import { type Allowed, load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import { changesOf } from '#server/plan/issuables/changes/changes-of.ts'
import { editedTasks } from '#server/plan/issuables/changes/edit-tasks.ts'
import { problemSentences } from '#server/plan/issuables/changes/problem-sentences.ts'
import { Reply } from '#server/slice.ts'
import { type EpicRow, epicById } from '../find.ts'
import { updateEpic } from '../update.ts'

type EpicEdit = NonNullable<Static<typeof updateGroupEpicEntity.input>['epic']>

/**
 * Change an epic from its page. A broken rule is answered with 422, a conflict with another user's change with 409,
 * both with whole sentences.
 */
export async function updateOnPage(ctx: Context, epic: Allowed<'issuable:update', EpicRow>, given: EpicEdit) {
  try {
    const { lockVersion, stateEvent, color, startDateIsFixed, startDateFixed, dueDateIsFixed, dueDateFixed } = given
    const edited = await editedTasks(ctx, epic, given)
    if (edited === null) {
      const plan = { color, startDateIsFixed, startDateFixed, dueDateIsFixed, dueDateFixed }
      const changes = { attributes: changesOf('epicPage', given), plan, shownDates: given.shownDates, stateEvent }
      await updateEpic(ctx, epic, changes, { lockVersion })
    } else {
      await updateEpic(ctx, epic, { attributes: { description: edited.description } }, edited.options)
    }
  } catch (error) {
    if (error instanceof Invalid) return new Reply<{ errors: string[] }>(422, { errors: problemSentences(error) })
    if (error instanceof Conflict) return new Reply<{ errors: string[] }>(409, { errors: [error.message] })
    throw error
  }
  const { id, title, description, lockVersion, namespacePath, iid } = await load(ctx, 'issuable:read', epicById, {
    id: epic.id,
  })
  return {
    id,
    title,
    description,
    lockVersion,
    webUrl: `${ctx.services.settings.externalUrl}${pagePath('epic', namespacePath, iid)}`,
  }
}
