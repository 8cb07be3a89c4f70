import type { Context } from '#server/context.ts'

declare module '#server/context.ts' {
  interface Plugs {
    /** The actor's own to-dos on an issuable that they may subscribe to. */
    readonly ownTodos: {
      readonly mark: (ctx: Context, issuableId: number) => Promise<unknown>
      /** One of them, or all. @throws NotFound  the actor has no such to-do there */
      readonly finish: (ctx: Context, issuableId: number, todoId: number | null) => Promise<unknown>
    }
  }
}

/** Give oneself a to-do on an issuable, or mark those that one has there as done. */
export async function changeOwnTodos(
  ctx: Context,
  issuableId: number,
  action: 'ADD' | 'MARK_AS_DONE',
  todoId: number | null,
): Promise<void> {
  const { mark, finish } = ctx.services.plugs.ownTodos
  await (action === 'ADD' ? mark(ctx, issuableId) : finish(ctx, issuableId, todoId))
}
