import { readDay } from '#contract/plan/lists/read-day.ts'
import { spellDay } from '../day.ts'
import type { PlainParts } from '../define-attribute.ts'

// Their system notes: the kind `day` in plain-kinds.ts.
export const dateAction = 'start_date_or_due_date'

export const dueDate: PlainParts<'dueDate'> = {
  action: dateAction,
  graphql: { subscription: 'issuableDatesUpdated' },
  commands: [
    {
      name: 'due',
      parameter: '<in 2 days | this Friday | December 31st>',
      description: 'Set due date',
      read: (ctx, _target, argument) => {
        const day = readDay(argument, ctx.now)
        if (day === null) return { refused: 'Could not apply due command. Due date format is invalid.' }
        return {
          changes: { dueDate: day },
          will: `Sets the due date to ${spellDay(day)}.`,
          did: `Set the due date to ${spellDay(day)}.`,
        }
      },
    },
    {
      name: 'remove_due_date',
      parameter: null,
      description: 'Remove due date',
      read: () => ({ changes: { dueDate: null }, will: 'Removes the due date.', did: 'Removed the due date.' }),
    },
  ],
}

export const startDate: PlainParts<'startDate'> = {
  action: dateAction,
  graphql: { subscription: 'issuableDatesUpdated' },
}
