import { kindWord } from '#contract/issuable-kinds.ts'
import { issuableTypes } from '#contract/plan/shapes.ts'
import { Invalid } from '#server/errors.ts'
import { attribute } from '../define-attribute.ts'
import { columnOf } from '../storage.ts'

export const type = attribute({
  name: 'type',
  dependsOnOthers: true,
  ability: 'issuable:set-metadata',
  blank: 'issue',
  storage: columnOf<string>('type', 'text'),
  isOpenToNonMembers: true,
  normalize: (_from, given) => {
    if (!issuableTypes.some(word => word === given)) throw new Invalid({ issueType: ['is not included in the list'] })
    return given
  },
  icons: { issue_type: 'pencil-square' },
  describe: (from, to) => ({ action: 'issue_type', text: `changed type from ${kindWord(from)} to ${kindWord(to)}` }),
  commands: [
    {
      name: 'type',
      parameter: 'issue, task, objective, key result',
      description: 'Change type',
      read: (_ctx, target, argument) => convert(target.type, typeNamed(argument), 'type'),
    },
    {
      name: 'promote_to',
      parameter: 'incident, issue, objective',
      description: 'Promote to another type',
      read: (_ctx, target, argument) => convert(target.type, typeNamed(argument), 'promote_to'),
    },
    {
      name: 'promote_to_incident',
      parameter: null,
      description: 'Promote issue to incident',
      types: ['issue'],
      read: (_ctx, target) => convert(target.type, 'incident', 'promote_to_incident'),
    },
  ],
})

const typeNamed = (argument: string): string =>
  argument
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

function convert(from: string, to: string, command: string) {
  if (!issuableTypes.some(word => word === to)) return { refused: `Could not apply ${command} command. Unknown type.` }
  if (from === to) return { refused: `Could not apply ${command} command. It is already of type ${kindWord(to)}.` }
  return { changes: { type: to }, will: `Converts to ${kindWord(to)}.`, did: `Converted to ${kindWord(to)}.` }
}
