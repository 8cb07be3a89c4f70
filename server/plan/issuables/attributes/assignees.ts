import { type RawBuilder, sql } from 'kysely'
import { Invalid } from '#server/errors.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import { changePeople, sameIds, without } from '../changes/list-change.ts'
import { attribute } from '../define-attribute.ts'
import { idsOf } from '../storage.ts'
import { mentions, readingPeople } from './people-words.ts'

const u = columnsOf('users', 'u')

const most = 200

export const assignees = attribute({
  name: 'assignees',
  ability: 'issuable:set-metadata',
  blank: [],
  storage: {
    table: 'issuable_assignees',
    column: 'user_id',
    ids: idsOf,
    read: assigneesJson(object({ ...u.fields('id', 'username') })),
  },
  normalize: (from, given, named) => {
    const many = changePeople(from, given, named.users)
    // Where only one assignee is allowed, the first of a list wins, or the last added.
    const to = !named.singleAssignee ? many : 'replace' in given ? many.slice(0, 1) : many.slice(-1)
    if (to.length > most) throw new Invalid({ assignees: [`total must be less than or equal to ${most}`] })
    return to
  },
  isSame: sameIds,
  graphql: { subscription: 'issuableAssigneesUpdated' },
  icons: { assignee: 'user' },
  describe: (from, to) => {
    const [come, gone] = [without(to, from), without(from, to)]
    const parts = [
      ...(come.length === 0 ? [] : [`assigned to ${mentions(come)}`]),
      ...(gone.length === 0 ? [] : [`unassigned ${mentions(gone)}`]),
    ]
    return { action: 'assignee', text: parts.join(' and ') }
  },
  mail: (from, to) => ({
    text:
      to.length === 0
        ? 'removed all assignees'
        : `changed the assignees to ${to.map(user => `@${user.username}`).join(', ')}`,
    occasion: 'reassigned',
    concernedIds: idsOf([...without(from, to), ...without(to, from)]),
  }),
  commands: [
    {
      name: 'assign',
      parameter: '@user1 @user2',
      description: 'Assign',
      read: (ctx, _target, argument) =>
        readingPeople(
          ctx,
          'assign',
          argument,
          add => ({ assignees: { add } }),
          names => [`Assigns ${names}.`, `Assigned ${names}.`],
        ),
    },
    {
      name: 'unassign',
      aliases: ['remove_assignee'],
      parameter: '@user1 @user2',
      description: 'Remove all or specific assignees',
      read: (ctx, _target, argument) =>
        argument.trim() === ''
          ? { changes: { assignees: { replace: [] } }, will: 'Removes all assignees.', did: 'Removed all assignees.' }
          : readingPeople(
              ctx,
              'unassign',
              argument,
              remove => ({ assignees: { remove } }),
              names => [`Removes assignee ${names}.`, `Removed assignee ${names}.`],
            ),
    },
    {
      name: 'reassign',
      parameter: '@user1 @user2',
      description: 'Change assignees',
      read: (ctx, _target, argument) =>
        readingPeople(
          ctx,
          'reassign',
          argument,
          replace => ({ assignees: { replace } }),
          names => [`Changes assignees to ${names}.`, `Changed assignees to ${names}.`],
        ),
    },
  ],
})

/**
 * The assignees of `issuables i` as a JSON array.
 *
 * @param person  makes one of them, over `users u`
 */
export function assigneesJson(person: RawBuilder<unknown>): RawBuilder<unknown> {
  return arrayOf(
    person,
    sql`from issuable_assignees ia join users u on u.id = ia.user_id where ia.issuable_id = i.id`,
    sql`u.id`,
  )
}
