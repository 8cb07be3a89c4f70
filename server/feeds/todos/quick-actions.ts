import type { QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { finishBy } from './finish.ts'
import { markTodo } from './mark.ts'

const common = {
  aliases: [],
  parameter: null,
  ability: 'issuable:subscribe',
  // A new item cannot be a to-do yet.
  isOffered: (target: { readonly id: number }) => target.id !== 0,
} as const

export const todoQuickActions: readonly QuickAction[] = [
  {
    ...common,
    name: 'todo',
    description: 'Add a to-do',
    explain: async () => 'Adds a to-do item.',
    run: async (ctx, target) =>
      (await markTodo(ctx, target.id))
        ? { done: 'Added a to-do item.' }
        : { refused: 'You already have a to-do for this item.' },
  },
  {
    ...common,
    name: 'done',
    description: 'Mark my to-do as done',
    explain: async () => 'Marks your to-do items as done.',
    run: async (ctx, target) =>
      (await finishBy(ctx, target.id)) > 0
        ? { done: 'Marked your to-do items as done.' }
        : { refused: 'You do not have a to-do for this item.' },
  },
]
