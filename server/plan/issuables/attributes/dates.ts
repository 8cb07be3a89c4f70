import { readDay } from '#contract/plan/read-day.ts'
import { plainAttribute } from '../attribute.ts'
import { spellDay } from '../day.ts'

export const dueDate = plainAttribute({
  name: 'dueDate',
  ability: 'issuable:set-metadata',
  isRecordedAtCreation: true,
  graphql: { setter: 'Set the due date; null clears it.', subscription: 'issuableDatesUpdated' },
  icons: { start_date_or_due_date: 'calendar' },
  describe: (_from, to) => ({
    action: 'start_date_or_due_date',
    text: to === null ? 'removed due date' : `changed due date to ${spellDay(to)}`,
  }),
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
})

export const startDate = plainAttribute({
  name: 'startDate',
  ability: 'issuable:set-metadata',
  isRecordedAtCreation: true,
  graphql: { subscription: 'issuableDatesUpdated' },
  icons: { start_date_or_due_date: 'calendar' },
  describe: (_from, to) => ({
    action: 'start_date_or_due_date',
    text: to === null ? 'removed start date' : `changed start date to ${spellDay(to)}`,
  }),
})
