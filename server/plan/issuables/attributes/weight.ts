import { plainAttributes } from '#contract/plan/attributes/plain-attributes.ts'
import type { PlainParts } from '../define-attribute.ts'

export const weight: PlainParts<'weight'> = {
  graphql: { subscription: 'issuableWeightUpdated' },
  commands: [
    {
      name: 'weight',
      parameter: '0, 1, 2, …',
      description: 'Set weight',
      read: (_ctx, _target, argument) => {
        const given = Number(argument.trim())
        return /^\d{1,10}$/.test(argument.trim()) && given <= plainAttributes.weight.maximum
          ? { changes: { weight: given }, will: `Sets weight to ${given}.`, did: `Set weight to ${given}.` }
          : { refused: 'Could not apply weight command. Enter a whole number of 0 or more.' }
      },
    },
    {
      name: 'clear_weight',
      parameter: null,
      description: 'Clear weight',
      read: () => ({ changes: { weight: null }, will: 'Clears weight.', did: 'Cleared weight.' }),
    },
  ],
}
