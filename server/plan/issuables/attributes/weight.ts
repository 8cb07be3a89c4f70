import { sql } from 'kysely'
import { Type } from 'typebox'
import { Nullable } from '#contract/shapes.ts'
import { Invalid } from '#server/errors.ts'
import { attribute } from '../attribute.ts'

const most = 2_147_483_647

export const weight = attribute({
  name: 'weight',
  ability: 'issuable:set-metadata',
  value: Nullable(Type.Integer({ minimum: 0, maximum: most })),
  settle: (_from, given) => {
    if (given === null) return null
    if (!Number.isInteger(given) || given < 0) throw new Invalid({ weight: ['must be greater than or equal to 0'] })
    if (given > most) throw new Invalid({ weight: [`must be less than or equal to ${most}`] })
    return given
  },
  columns: to => ({ weight: sql`${to}::integer` }),
  describe: (_from, to) => ({ action: 'weight', text: to === null ? 'removed the weight' : `set weight to **${to}**` }),
  commands: [
    {
      name: 'weight',
      parameter: '0, 1, 2, …',
      description: 'Set weight',
      read: (_ctx, _target, argument) => {
        const given = Number(argument.trim())
        return /^\d{1,10}$/.test(argument.trim()) && given <= most
          ? { changes: { weight: given }, will: `Sets weight to ${given}.`, did: `Set weight to ${given}.` }
          : { refused: 'Could not apply weight command. A weight is a whole number, 0 or more.' }
      },
    },
    {
      name: 'clear_weight',
      parameter: null,
      description: 'Clear weight',
      read: () => ({ changes: { weight: null }, will: 'Clears weight.', did: 'Cleared weight.' }),
    },
  ],
})
