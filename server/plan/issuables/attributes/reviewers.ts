import { type RawBuilder, sql } from 'kysely'
import { Invalid } from '#server/errors.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import { changePeople, sameIds, without } from '../changes/list-change.ts'
import { attribute } from '../define-attribute.ts'
import { idsOf } from '../storage.ts'
import { mentions, readingPeople } from './people-words.ts'

const u = columnsOf('users', 'u')

const most = 200
const types = ['merge_request']

/** The reviewers of a merge request. */
export const reviewers = attribute({
  name: 'reviewers',
  onlyIn: ['merge_request'],
  ability: 'issuable:set-metadata',
  blank: [],
  storage: {
    table: 'merge_request_reviewers',
    column: 'user_id',
    ids: idsOf,
    read: reviewersJson(object({ ...u.fields('id', 'username') })),
  },
  normalize: (from, given, named) => {
    const to = changePeople(from, given, named.users)
    if (to.length > most) throw new Invalid({ reviewers: [`total must be less than or equal to ${most}`] })
    return to
  },
  isSame: sameIds,
  icons: { reviewer: 'user' },
  describe: (from, to) => {
    const [come, gone] = [without(to, from), without(from, to)]
    const parts = [
      ...(come.length === 0 ? [] : [`requested review from ${mentions(come)}`]),
      ...(gone.length === 0 ? [] : [`removed review request for ${mentions(gone)}`]),
    ]
    return { action: 'reviewer', text: parts.join(' and ') }
  },
  mail: (from, to) => {
    const come = without(to, from)
    return {
      text: come.length === 0 ? 'removed review requests' : `requested a review from ${mentions(come)}`,
      occasion: 'reviewersChanged',
      concernedIds: idsOf([...come, ...without(from, to)]),
    }
  },
  commands: [
    {
      name: 'assign_reviewer',
      aliases: ['reviewer'],
      parameter: '@user1 @user2',
      description: 'Request a review',
      types,
      read: (ctx, _target, argument) =>
        readingPeople(
          ctx,
          'assign_reviewer',
          argument,
          add => ({ reviewers: { add } }),
          names => [`Requests a review from ${names}.`, `Requested a review from ${names}.`],
        ),
    },
    {
      name: 'unassign_reviewer',
      aliases: ['remove_reviewer'],
      parameter: '@user1 @user2',
      description: 'Remove all or specific reviewers',
      types,
      read: (ctx, _target, argument) =>
        argument.trim() === ''
          ? { changes: { reviewers: { replace: [] } }, will: 'Removes all reviewers.', did: 'Removed all reviewers.' }
          : readingPeople(
              ctx,
              'unassign_reviewer',
              argument,
              remove => ({ reviewers: { remove } }),
              names => [`Removes reviewer ${names}.`, `Removed reviewer ${names}.`],
            ),
    },
    {
      name: 'reassign_reviewer',
      parameter: '@user1 @user2',
      description: 'Change reviewers',
      types,
      read: (ctx, _target, argument) =>
        readingPeople(
          ctx,
          'reassign_reviewer',
          argument,
          replace => ({ reviewers: { replace } }),
          names => [`Changes reviewers to ${names}.`, `Changed reviewers to ${names}.`],
        ),
    },
  ],
})

/**
 * The reviewers of `issuables i` as a JSON array.
 *
 * @param person  makes one of them, over `users u` and `merge_request_reviewers rv`
 */
export function reviewersJson(person: RawBuilder<unknown>): RawBuilder<unknown> {
  return arrayOf(
    person,
    sql`from merge_request_reviewers rv join users u on u.id = rv.user_id where rv.issuable_id = i.id`,
    sql`u.id`,
  )
}
