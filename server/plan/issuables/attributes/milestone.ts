import { sql } from 'kysely'
import { Type } from 'typebox'
import { Nullable } from '#contract/shapes.ts'
import { attribute } from '../attribute.ts'
import { quoted } from './labels.ts'

export const milestone = attribute({
  name: 'milestone',
  ability: 'issuable:set-metadata',
  value: Nullable(Type.Union([Type.Integer(), Type.String()])),
  // One that does not exist here leaves the issue without, unless the caller asked to be told.
  settle: (_from, given, named) => (given === null ? null : named.milestone),
  isSame: (from, to) => from?.id === to?.id,
  columns: to => ({ milestone_id: sql`${to?.id ?? null}::bigint` }),
  describe: (from, to) => ({
    action: 'milestone',
    text:
      to === null
        ? `removed milestone ${quoted('%', from?.title ?? '')}`
        : `changed milestone to ${quoted('%', to.title)}`,
  }),
  commands: [
    {
      name: 'milestone',
      parameter: '%"milestone"',
      description: 'Set milestone',
      read: (_ctx, _target, argument) => {
        const title = /^%?(?:"([^"\n]+)"|(.+))$/.exec(argument.trim())
        const name = (title?.[1] ?? title?.[2] ?? '').trim()
        if (name === '') return { refused: 'Could not apply milestone command. Name a milestone.' }
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
