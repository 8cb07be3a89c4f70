import { sql } from 'kysely'
import { attribute } from '../define-attribute.ts'
import { epicNamed } from '../parents.ts'

/** The epic that an issue or an epic is part of. */
export const parent = attribute({
  name: 'parent',
  onlyIn: ['issue', 'epic'],
  ability: 'issuable:update',
  blank: null,
  storage: {
    column: 'parent_id',
    type: 'bigint',
    write: to => to?.id ?? null,
    read: sql`(select json_build_object('id', pi.id, 'title', pn.full_path || '&' || pi.iid, 'confidential', pi.confidential)
      from issuables pi join namespaces pn on pn.id = pi.namespace_id where pi.id = i.parent_id)`,
  },
  isRecordedAtCreation: true,
  normalize: (_from, given, named) => (given === null ? null : named.parent),
  isSame: (from, to) => from?.id === to?.id,
  graphql: { subscription: 'issuableEpicUpdated' },
  icons: { epic: 'epic' },
  describe: (from, to, type) => ({
    action: 'epic',
    text:
      to === null
        ? `removed ${type === 'epic' ? 'parent ' : ''}epic ${from?.title ?? ''}`
        : `${from === null ? 'added' : 'changed'} ${type === 'epic' ? 'parent ' : ''}epic ${from === null ? '' : 'to '}${to.title}`,
    // Shown only to those who may know of the epic.
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
        const found = await epicNamed(ctx, target, argument.trim())
        if (found === null) return { refused: 'Could not add to an epic. Failed to find the referenced epic.' }
        return {
          changes: { parent: found.id },
          will: `Adds to epic ${found.title}.`,
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
      read: () => ({ changes: { parent: null }, will: 'Removes from its epic.', did: 'Removed from its epic.' }),
    },
  ],
})
