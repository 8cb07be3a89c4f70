import { sql } from 'kysely'
import * as contract from '#contract/feeds/todos.ts'
import { mergeRequestByIid } from '#server/code/merge-requests/find.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { noteableOfTarget } from '#server/discuss/noteables/noteable.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { NotFound, Unchanged } from '#server/errors.ts'
import { epicByIid } from '#server/plan/epics/find.ts'
import { issueByIid } from '#server/plan/issuables/find.ts'
import { ownNamespaceId } from '#server/plan/saved-views/place.ts'
import { viewedInput } from '#server/plan/saved-views/queries.ts'
import { answer, Paged, pageOf } from '#server/slice.ts'
import { filtered } from './filter.ts'
import { finishBy, finishTodos, restoreTodos } from './finish.ts'
import { markTodo } from './mark.ts'
import { countTodos, isAwake, listTodos, readable, showTodo, todosPageData } from './queries.ts'
import { snoozeTodo, wakeTodo } from './snooze.ts'

export const todosAnswers = [
  answer(contract.listTodos, {
    for: 'signed-in',
    run: async (ctx, input) => {
      const { offset, ...page } = pageOf(input)
      const { items, total } = await listTodos(ctx, input, { perPage: page.perPage, offset })
      return Paged.offset<never>(items, { ...page, total })
    },
  }),
  answer(contract.markTodoDone, {
    for: 'signed-in',
    run: async (ctx, { id }) => {
      await finishTodos(ctx, sql`t.id = ${id}`)
      return showTodo(ctx, sql`t.id = ${id}`)
    },
  }),
  answer(contract.markAllTodosDone, {
    for: 'signed-in',
    run: async ctx => {
      await finishTodos(ctx, sql`true`)
    },
  }),
  answer(contract.addIssueTodo, {
    about: issueByIid,
    ability: 'issuable:subscribe',
    run: (ctx, issue) => markAndShow(ctx, issue.id),
  }),
  answer(contract.addMergeRequestTodo, {
    about: mergeRequestByIid,
    ability: 'issuable:subscribe',
    run: (ctx, mergeRequest) => markAndShow(ctx, mergeRequest.id),
  }),
  answer(contract.addEpicTodo, {
    about: epicByIid,
    ability: 'issuable:subscribe',
    run: (ctx, epic) => markAndShow(ctx, epic.id),
  }),
  answer(contract.addPageTodo, {
    about: noteableOfTarget,
    ability: 'issuable:subscribe',
    run: async (ctx, issue) => {
      await markTodo(ctx, issue.id)
      const { rows } = await sql<{
        id: number
      }>`select id from todos where issuable_id = ${issue.id} and state = 'pending'
        and user_id = ${userIdOrZero(ctx)} order by id desc limit 1`.execute(ctx.db)
      const { count } = await countTodos(ctx)
      return { count, deletePath: `${siteBase(ctx)}/dashboard/todos/${rows[0]?.id ?? 0}` }
    },
  }),
  answer(contract.removePageTodo, {
    about: noteableOfTarget,
    ability: 'issuable:subscribe',
    run: async (ctx, issue) => {
      await finishBy(ctx, issue.id)
      const { count } = await countTodos(ctx)
      return { count }
    },
  }),
  answer(contract.finishTodo, {
    for: 'signed-in',
    run: async (ctx, { todoId }) => {
      await finishTodos(ctx, sql`t.id = ${todoId}`)
      return countTodos(ctx)
    },
  }),
  answer(contract.restoreTodo, {
    for: 'signed-in',
    run: async (ctx, { todoId }) => {
      if ((await restoreTodos(ctx, sql`t.id = ${todoId}`)).length === 0) throw new NotFound('Todo')
      return countTodos(ctx)
    },
  }),
  answer(contract.finishAllTodos, {
    for: 'signed-in',
    run: async (ctx, input) => {
      // A filter would reveal items that the actor may not read any more.
      const ids = await finishTodos(ctx, sql`${readable(ctx)} and ${isAwake(ctx)} and ${filtered(ctx, input)}`)
      return { ...(await countTodos(ctx)), ids }
    },
  }),
  answer(contract.restoreTodos, {
    for: 'signed-in',
    run: async (ctx, { ids }) => {
      await restoreTodos(ctx, sql`t.id = any (${[...ids]}::bigint[])`)
      return countTodos(ctx)
    },
  }),
  answer(contract.snoozeTodo, {
    for: 'signed-in',
    run: async (ctx, { todoId, until }) => {
      await snoozeTodo(ctx, todoId, until)
      return countTodos(ctx)
    },
  }),
  answer(contract.wakeTodo, {
    for: 'signed-in',
    run: async (ctx, { todoId }) => {
      await wakeTodo(ctx, todoId)
      return countTodos(ctx)
    },
  }),
  answer(contract.todosPage, {
    for: 'signed-in',
    run: async (ctx, input) => {
      const { perPage, offset } = pageOf(input)
      return todosPageData(ctx, await viewedInput(ctx, ownNamespaceId(ctx), 'todo', input), { perPage, offset })
    },
  }),
]

/** @throws Unchanged  the actor has a pending one already */
async function markAndShow(ctx: Context, issuableId: number) {
  if (!(await markTodo(ctx, issuableId))) throw new Unchanged()
  return showTodo(ctx, sql`t.issuable_id = ${issuableId} and t.action = 'marked' and t.state = 'pending'`)
}
