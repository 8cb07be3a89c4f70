import { sql } from 'kysely'
import { kindWord } from '#contract/issuable-kinds.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { attribute } from '../define-attribute.ts'
import { parentFields, parentNamed } from '../parents.ts'
import type { ParentOf } from '../values.ts'

const i = columnsOf('issuables', 'i')

const withParents = ['task', 'objective', 'key_result']

/** The epic that an issue or an epic is part of, or the issue that a task is part of. */
export const parent = attribute({
  name: 'parent',
  dependsOnOthers: true,
  onlyIn: ['issue', 'epic'],
  ability: 'issuable:update',
  blank: null,
  storage: {
    column: 'parent_id',
    type: 'bigint',
    write: to => to?.id ?? null,
    read: sql`(select ${object({ ...parentFields, position: i('parentPosition') })}
      from issuables pi join namespaces pn on pn.id = pi.namespace_id where pi.id = i.parent_id)`,
  },
  isRecordedAtCreation: true,
  // A parent that does not exist, or that the actor may not know of, is left out.
  normalize: (from, given, named) => (given === null ? null : (named.parent ?? from)),
  isSame: (from, to) => from?.id === to?.id,
  graphql: { subscription: 'issuableEpicUpdated' },
  icons: { epic: 'epic', relate_to_parent: 'link', unrelate_from_parent: 'unlink' },
  describe: (from, to, type) => ({
    ...sentenceOf(from, to, type),
    // Shown only to those who may know of the parent.
    details: { from: from?.id ?? null, to: to?.id ?? null, sourceId: (to ?? from)?.id ?? null },
  }),
  commands: [
    {
      name: 'epic',
      aliases: ['set_parent'],
      parameter: '&epic or URL',
      description: 'Add to epic',
      types: ['issue', 'incident', 'epic'],
      read: async (ctx, target, argument) => {
        const found = await parentNamed(ctx, target, argument.trim())
        if (found === null) return { refused: 'Could not add to an epic. Failed to find the referenced epic.' }
        return {
          changes: { parent: found.id },
          will: `Adds this issue to epic ${found.title}.`,
          did: `Added to epic ${found.title}.`,
        }
      },
    },
    {
      name: 'remove_epic',
      aliases: ['remove_parent'],
      parameter: null,
      description: 'Remove from epic',
      types: ['issue', 'incident', 'epic'],
      read: () => ({
        changes: { parent: null },
        will: 'Removes this issue from its epic.',
        did: 'Removed from its epic.',
      }),
    },
    {
      name: 'set_parent',
      parameter: '#issue or URL',
      description: 'Set parent',
      types: withParents,
      read: async (ctx, target, argument) => {
        const found = await parentNamed(ctx, target, argument.trim())
        if (found === null) return { refused: 'Could not set the parent. Failed to find the referenced item.' }
        return {
          changes: { parent: found.id },
          will: `Sets ${found.title} as parent.`,
          did: `Set ${found.title} as parent.`,
        }
      },
    },
    {
      name: 'remove_parent',
      parameter: null,
      description: 'Remove parent',
      types: withParents,
      read: () => ({ changes: { parent: null }, will: 'Removes the parent.', did: 'Removed the parent.' }),
    },
  ],
})

function sentenceOf(from: ParentOf | null, to: ParentOf | null, type: string) {
  const parent = to ?? from
  if (parent === null || parent.type === 'epic') {
    const word = type === 'epic' ? 'parent epic' : 'epic'
    const text =
      to === null
        ? `removed ${word} ${from?.title ?? ''}`
        : `${from === null ? `added ${word}` : `changed ${word} to`} ${to.title}`
    return { action: 'epic', text }
  }
  const word = `parent ${kindWord(parent.type)}`
  return to === null
    ? { action: 'unrelate_from_parent', text: `removed ${word} ${parent.title}` }
    : { action: 'relate_to_parent', text: `${from === null ? `added ${word}` : `changed ${word} to`} ${parent.title}` }
}
