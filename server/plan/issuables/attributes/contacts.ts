import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { CommandTarget } from '#server/discuss/quick-actions/quick-action.ts'
import { contactsJson, hasContacts } from '#server/plan/contacts/queries.ts'
import { object } from '#server/platform/sql/shape.ts'
import { changeList, sameIds, without } from '../changes/list-change.ts'
import { attribute, type CommandReading, type ListChange } from '../define-attribute.ts'
import { idsOf } from '../storage.ts'
import type { ContactId } from '../values.ts'

const isListed = (ctx: Context, { ancestorIds }: CommandTarget) => hasContacts(ctx, ancestorIds[0] ?? 0)

/** @source CRM-001, CRM-003; product rules 7 */
export const contacts = attribute({
  name: 'contacts',
  onlyIn: ['issue'],
  ability: 'issuable:set-metadata',
  blank: [],
  storage: {
    table: 'issuable_contacts',
    column: 'contact_id',
    ids: idsOf,
    read: contactsJson(object({ id: sql`c.id` })),
  },
  // An actor who cannot read the contacts does not change them.
  normalize: (from, given, { contacts: known }) =>
    known === null
      ? from
      : changeList<NamedContact>(from, given, known, contact => contact.email ?? '').map(({ id }) => ({ id })),
  isSame: sameIds,
  graphql: { subscription: 'issueCrmContactsUpdated' },
  icons: { contact: 'users' },
  describe: (from, to) => {
    const [come, gone] = [without(to, from).length, without(from, to).length]
    const parts = [
      ...(come === 0 ? [] : [`added ${counted(come)}`]),
      ...(gone === 0 ? [] : [`removed ${counted(gone)}`]),
    ]
    return { action: 'contact', text: parts.join(' and ') }
  },
  commands: [
    {
      name: 'add_contacts',
      parameter: '[contact:email@example.com]',
      description: 'Add contacts',
      types: ['issue', 'incident', 'task'],
      isListed,
      read: (_ctx, _target, argument) =>
        reading(
          'add_contacts',
          argument,
          add => ({ add }),
          names => [`Adds ${names}.`, `Added ${names}.`],
        ),
    },
    {
      name: 'remove_contacts',
      parameter: '[contact:email@example.com]',
      description: 'Remove contacts',
      types: ['issue', 'incident', 'task'],
      isListed,
      read: (_ctx, _target, argument) =>
        reading(
          'remove_contacts',
          argument,
          remove => ({ remove }),
          names => [`Removes ${names}.`, `Removed ${names}.`],
        ),
    },
  ],
})

interface NamedContact extends ContactId {
  readonly email?: string | null
}

const counted = (count: number): string => (count === 1 ? '1 contact' : `${count} contacts`)

const contactWord = /^(?:\[contact:)?([^\s[\]:,]+@[^\s[\]:,]+)\]?$/
/** No address is as long; the pattern takes the square of the length. */
const longestWord = 300

function reading(
  command: string,
  argument: string,
  change: (emails: readonly string[]) => ListChange,
  say: (names: string) => readonly [string, string],
): CommandReading {
  const words = argument.trim().split(/[\s,]+/)
  const emails = words.flatMap(word => (word.length > longestWord ? [] : (contactWord.exec(word)?.[1] ?? [])))
  if (emails.length === 0 || emails.length < words.length)
    return { refused: `Could not apply ${command} command. Enter contacts as [contact:ann@example.com].` }
  const names = `${emails.length === 1 ? 'contact' : 'contacts'} ${emails.join(', ')}`
  const [will, did] = say(names)
  return { changes: { contacts: change(emails) }, will, did }
}
