import type { CommandTarget, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import { emojiByName } from '#server/platform/markdown/emoji.ts'
import { type Awardable, toggleReaction } from './react.ts'

const named = (argument: string) => emojiByName(argument.trim().replace(/^:|:$/g, ''))

const unknown = { refused: 'Could not apply react command. Unknown emoji.' }

const on = (target: CommandTarget): Awardable => ({
  issuable: target,
  noteId: null,
  internal: false,
})

export const reactAction: QuickAction = {
  name: 'react',
  aliases: ['award'],
  parameter: ':emoji:',
  description: 'Toggle an emoji reaction',
  ability: 'issuable:award-emoji',
  isOffered: () => true,
  explain: async (_ctx, _target, argument) => {
    const emoji = named(argument)
    return emoji === undefined ? unknown : `Toggles :${emoji.name}: emoji reaction.`
  },
  run: async (ctx, target, argument) => {
    const emoji = named(argument)
    if (emoji === undefined) return unknown
    await toggleReaction(ctx, on(target), emoji.name)
    return { done: `Toggled :${emoji.name}: emoji reaction.`, changes: { emoji_award: emoji.name } }
  },
}
