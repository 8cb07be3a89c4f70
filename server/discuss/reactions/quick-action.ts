import type { CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { emojiByName } from '#server/platform/markdown/emoji.ts'
import { type Awardable, toggleReaction } from './react.ts'

/** Every type of issuable that is discussed. */
export const discussedTypes = [
  'issue',
  'incident',
  'test_case',
  'requirement',
  'task',
  'objective',
  'key_result',
  'ticket',
  'epic',
  'merge_request',
] as const

const named = (argument: string) => emojiByName(argument.trim().replace(/^:|:$/g, ''))

const on = (target: CommandTarget): Awardable => ({
  issuable: { id: target.id, namespaceId: target.namespaceId },
  noteId: null,
  internal: false,
})

export const reactAction: QuickAction = {
  name: 'react',
  aliases: ['award'],
  parameter: ':emoji:',
  description: 'Toggle an emoji reaction',
  types: discussedTypes,
  ability: 'issue:award-emoji',
  isOffered: () => true,
  explain: async (_ctx, _target, argument) => {
    const emoji = named(argument)
    return emoji === undefined ? null : `Toggles :${emoji.name}: emoji reaction.`
  },
  run: async (ctx, target, argument) => {
    const emoji = named(argument)
    if (emoji === undefined) return { refused: 'Could not apply react command. There is no such emoji.' }
    await toggleReaction(ctx, on(target), emoji.name)
    return { done: `Toggled :${emoji.name}: emoji reaction.` }
  },
}
