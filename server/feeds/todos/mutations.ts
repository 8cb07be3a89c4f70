import { sql } from 'kysely'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { isOfGid, noteableByGid } from '#server/discuss/noteables/noteable.ts'
import { NotFound } from '#server/errors.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { keyOf } from '#server/monitor/alerts/fields/mutations.ts'
import { Alert, alertNode } from '#server/monitor/alerts/fields/node.ts'
import { alertOfAddress } from '#server/monitor/alerts/find.ts'
import { Issue, issueNode } from '#server/plan/issuables/fields/issue-node.ts'
import { conditions, selectTodos, type TodoTypes, todoNode } from './fields.ts'
import { finishTodos, restoreTodos } from './finish.ts'
import { markTodo } from './mark.ts'
import { snoozeTodo, wakeTodo } from './snooze.ts'

interface One {
  readonly todoId: number
}

interface Several {
  readonly todoIds: readonly number[]
}

async function own(ctx: Context, id: number): Promise<One> {
  const { rows } = await selectTodos(ctx, sql`t.id = ${id}`)
  if (rows.length === 0) throw new NotFound('Todo')
  return { todoId: id }
}

const listed = (ids: readonly number[]) => sql`t.id = any (${[...ids]}::bigint[])`

/** The mutations of the actor's own to-dos. */
export function todosMutations({ Todo, Action, Target }: TodoTypes): void {
  const one = ({ todoId }: Partial<One>, _args: object, context: GraphqlContext) =>
    todoId === undefined ? null : todoNode(context, todoId)
  const several = async ({ todoIds }: Partial<Several>, _args: object, context: GraphqlContext) => {
    const todos = await Promise.all((todoIds ?? []).map(id => todoNode(context, id)))
    return todos.filter(todo => todo !== null)
  }
  const change = (name: string, description: string, run: (ctx: Context, id: number) => Promise<unknown>) =>
    mutation(name, {
      description,
      input: t => ({ id: t.field({ type: 'TodoID', required: true }) }),
      run: async (ctx, { id }): Promise<One> => {
        const found = await own(ctx, id)
        await run(ctx, id)
        return found
      },
      payload: t => ({ todo: t.field({ type: Todo, resolve: one }) }),
    })
  mutation('todoCreate', {
    description: 'Create a to-do for the current user.',
    input: t => ({ targetId: t.field({ type: 'TodoableID', required: true }) }),
    run: async (ctx, { targetId }): Promise<One> => {
      const target = await load(ctx, 'issuable:subscribe', noteableByGid, targetId)
      await markTodo(ctx, target.id)
      const { rows } = await selectTodos(ctx, sql`t.issuable_id = ${target.id} and t.state = 'pending'`)
      return { todoId: rows[0]?.id ?? 0 }
    },
    payload: t => ({ todo: t.field({ type: Todo, resolve: one }) }),
  })
  mutation('alertTodoCreate', {
    description: 'Create a to-do on an alert for the current user.',
    input: t => ({ projectPath: t.id({ required: true }), iid: t.string({ required: true }) }),
    run: async (ctx, key): Promise<One & { readonly alertId: number }> => {
      const alert = await load(ctx, 'issuable:subscribe', alertOfAddress, keyOf(key))
      await markTodo(ctx, alert.id)
      const { rows } = await selectTodos(ctx, sql`t.issuable_id = ${alert.id} and t.state = 'pending'`)
      return { todoId: rows[0]?.id ?? 0, alertId: alert.id }
    },
    payload: t => ({
      alert: t.field({
        type: Alert,
        resolve: ({ alertId }, _args, context) => (alertId === undefined ? null : alertNode(context, alertId)),
      }),
      issue: t.field({
        type: Issue,
        description: 'The incident of the alert.',
        resolve: async ({ alertId }, _args, context) => {
          const alert = alertId === undefined ? null : await alertNode(context, alertId)
          return alert === null || alert.incidentId === null ? null : issueNode(context, alert.incidentId)
        },
      }),
      todo: t.field({ type: Todo, resolve: one }),
    }),
  })
  change('todoMarkDone', 'Mark a to-do as done.', (ctx, id) => finishTodos(ctx, sql`t.id = ${id}`))
  change('todoRestore', 'Restore a to-do.', (ctx, id) => restoreTodos(ctx, sql`t.id = ${id}`))
  mutation('todoSnooze', {
    description: 'Snooze a to-do until a given time.',
    input: t => ({
      id: t.field({ type: 'TodoID', required: true }),
      snoozeUntil: t.field({ type: 'Time', required: true }),
    }),
    run: async (ctx, { id, snoozeUntil }): Promise<One> => {
      const found = await own(ctx, id)
      await snoozeTodo(ctx, id, snoozeUntil)
      return found
    },
    payload: t => ({ todo: t.field({ type: Todo, resolve: one }) }),
  })
  change('todoUnSnooze', 'End the snooze of a to-do.', (ctx, id) => wakeTodo(ctx, id))
  mutation('todoResolveMany', {
    description: 'Mark multiple to-dos as done.',
    input: t => ({ ids: t.field({ type: ['TodoID'], required: true }) }),
    run: async (ctx, { ids }): Promise<Several> => ({ todoIds: await finishTodos(ctx, listed(ids)) }),
    payload: t => ({ todos: t.field({ type: [Todo], nullable: false, resolve: several }) }),
  })
  mutation('todoRestoreMany', {
    description: 'Restore multiple to-dos.',
    input: t => ({ ids: t.field({ type: ['TodoID'], required: true }) }),
    run: async (ctx, { ids }): Promise<Several> => ({ todoIds: await restoreTodos(ctx, listed(ids)) }),
    payload: t => ({ todos: t.field({ type: [Todo], nullable: false, resolve: several }) }),
  })
  mutation('todosMarkAllDone', {
    description: 'Mark all to-dos as done, optionally filtered.',
    input: t => ({
      action: t.field({ type: [Action] }),
      authorId: t.idList(),
      groupId: t.idList(),
      projectId: t.idList(),
      targetId: t.field({ type: 'TodoableID' }),
      type: t.field({ type: [Target] }),
    }),
    run: async (ctx, { targetId, ...given }): Promise<Several> => ({
      todoIds: await finishTodos(
        ctx,
        sql`${conditions({ ...given, state: ['pending'] })} and ${targetId == null ? sql`true` : sql`t.issuable_id in (select i.id from issuables i where ${isOfGid(targetId)})`}`,
      ),
    }),
    payload: t => ({ todos: t.field({ type: [Todo], nullable: false, resolve: several }) }),
  })
}
