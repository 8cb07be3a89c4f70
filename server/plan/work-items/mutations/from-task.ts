import { builder } from '#server/graphql/builder.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { createFromTask } from '../create-from-task.ts'
import { loadWorkItem } from '../find.ts'
import { type Done, itemField, typeWithId } from './payload.ts'

interface FromTask extends Done {
  readonly newWorkItemId: number
}

export function taskMutation(): void {
  const Data = builder.inputType('WorkItemConvertTaskInput', {
    fields: t => ({
      title: t.string({ required: true }),
      workItemTypeId: t.field({ type: 'WorkItemsTypeID', required: true }),
      lineNumberStart: t.int({ required: true }),
      lineNumberEnd: t.int({ required: true }),
      lockVersion: t.int({ required: true }),
    }),
  })
  mutation('workItemCreateFromTask', {
    description: 'Create a work item from a task list item, which then links to the work item.',
    input: t => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      workItemData: t.field({ type: Data, required: true }),
    }),
    run: async (ctx, { id, workItemData }): Promise<FromTask> => {
      const { workItemTypeId, ...task } = workItemData
      const item = await loadWorkItem(ctx, 'issuable:update', id)
      const created = await createFromTask(ctx, item, { ...task, type: typeWithId(workItemTypeId) })
      return { workItemId: id, newWorkItemId: created.id }
    },
    payload: t => ({
      workItem: itemField<FromTask>(t, ({ workItemId }) => workItemId),
      newWorkItem: itemField<FromTask>(t, ({ newWorkItemId }) => newWorkItemId),
    }),
  })
}
