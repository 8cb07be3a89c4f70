import { sql } from 'kysely'
import { quoted } from '#server/plan/labels/label.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { attribute } from '../define-attribute.ts'

const m = columnsOf('milestones', 'm')

export const milestone = attribute({
  name: 'milestone',
  ability: 'issuable:set-metadata',
  blank: null,
  storage: {
    column: 'milestone_id',
    type: 'bigint',
    write: to => to?.id ?? null,
    read: sql`(select ${object({ ...m.fields('id', 'title') })} from milestones m where m.id = i.milestone_id)`,
  },
  isRecordedAtCreation: true,
  // A milestone that does not exist here leaves the issue without one, unless the caller asked for an error.
  normalize: (_from, given, named) => (given === null ? null : named.milestone),
  isSame: (from, to) => from?.id === to?.id,
  graphql: { subscription: 'issuableMilestoneUpdated' },
  icons: { milestone: 'milestone' },
  describe: (from, to) => ({
    action: 'milestone',
    text:
      to === null
        ? `removed milestone ${quoted('%', from?.title ?? '')}`
        : `changed milestone to ${quoted('%', to.title)}`,
    details: { from: from?.id ?? null, to: to?.id ?? null },
  }),
  mail: (_from, to) => ({
    text: to === null ? 'removed the milestone' : `set the milestone to ${to.title}`,
    occasion: 'milestone',
  }),
  commands: [
    {
      name: 'milestone',
      parameter: '%"milestone"',
      description: 'Set milestone',
      read: (_ctx, _target, argument) => {
        const title = /^%?(?:"([^"\n]+)"|(.+))$/.exec(argument.trim())
        const name = (title?.[1] ?? title?.[2] ?? '').trim()
        if (name === '') return { refused: 'Could not apply milestone command. Enter a milestone.' }
        const reference = quoted('%', name)
        return {
          changes: { milestone: name },
          will: `Sets the milestone to ${reference}.`,
          did: `Set the milestone to ${reference}.`,
        }
      },
    },
    {
      name: 'remove_milestone',
      parameter: null,
      description: 'Remove milestone',
      read: () => ({ changes: { milestone: null }, will: 'Removes the milestone.', did: 'Removed the milestone.' }),
    },
  ],
})
