import { load } from '#server/access/load.ts'
import type { CommandOutcome, QuickAction } from '#server/discuss/quick-actions/quick-action.ts'
import type { AttributeCommand } from './attribute.ts'
import { attributeNames, attributes } from './attributes.ts'
import { changeIssuable } from './change.ts'
import { issueById } from './find.ts'

const everyType = ['issue', 'incident', 'test_case', 'requirement', 'task', 'objective', 'key_result', 'ticket']

/** The attributes' commands as quick actions. */
export const attributeActions: readonly QuickAction[] = attributeNames.flatMap(name =>
  attributes[name].commands.map(command => actionOf(attributes[name].ability, command)),
)

function actionOf(ability: QuickAction['ability'], command: AttributeCommand): QuickAction {
  return {
    name: command.name,
    aliases: command.aliases ?? [],
    parameter: command.parameter,
    description: command.description,
    types: command.types ?? everyType,
    ability,
    isOffered: command.isOffered ?? (() => true),
    explain: async (ctx, target, argument) => {
      const reading = await command.read(ctx, target, argument)
      return 'refused' in reading ? null : reading.will
    },
    run: async (ctx, target, argument): Promise<CommandOutcome> => {
      const reading = await command.read(ctx, target, argument)
      if ('refused' in reading) return reading
      const issuable = await load(ctx, ability, issueById, { issueId: target.id })
      await changeIssuable(ctx, issuable, reading.changes, { isStrict: true })
      return { done: reading.did }
    },
  }
}
