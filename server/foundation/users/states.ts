import type { userStates } from '#contract/foundation/users.ts'
import { userTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Forbidden } from '#server/errors.ts'
import { accessEverywhere } from '#server/platform/events/access-topic.ts'
import type { UserRow } from './queries.ts'
import { endMailedLinks } from './update.ts'

type User = Allowed<'user:admin', UserRow>
type UserState = (typeof userStates)[number]

interface Change {
  readonly to: UserState
  readonly from: readonly UserState[]
  readonly event:
    | 'user.blocked'
    | 'user.unblocked'
    | 'user.banned'
    | 'user.unbanned'
    | 'user.activated'
    | 'user.deactivated'
  /** The error if the user is in no such state. */
  readonly refusal: string
  /** States in which the call changes nothing without failing, and its reply then. @source rest.md 3.3 */
  readonly already?: { readonly states: readonly UserState[]; readonly answer: false | null }
}

const changes = {
  block: {
    to: 'blocked',
    from: ['active', 'deactivated'],
    event: 'user.blocked',
    refusal: 'The user is already blocked, banned or deactivated',
    already: { states: ['blocked', 'banned', 'ldap_blocked'], answer: null },
  },
  unblock: {
    to: 'active',
    from: ['blocked'],
    event: 'user.unblocked',
    refusal: 'A deactivated user cannot be unblocked by the API',
    already: { states: ['active', 'banned'], answer: false },
  },
  ban: {
    to: 'banned',
    from: ['active', 'deactivated'],
    event: 'user.banned',
    refusal: 'You cannot ban users who are already blocked, banned or deactivated.',
  },
  unban: { to: 'active', from: ['banned'], event: 'user.unbanned', refusal: 'The user is not banned' },
  activate: {
    to: 'active',
    from: ['active', 'deactivated'],
    event: 'user.activated',
    refusal: 'A blocked user must be unblocked to be activated',
  },
  deactivate: {
    to: 'deactivated',
    from: ['active', 'deactivated'],
    event: 'user.deactivated',
    refusal: 'A blocked user cannot be deactivated by the API',
  },
} as const satisfies Record<string, Change>

export type StateChange = keyof typeof changes

/**
 * Let a user in or keep them out. A user who is kept out loses every session; their tokens are refused as long as it
 * lasts.
 *
 * @throws Forbidden  from the state the user is in, for oneself, or for an account of the site itself
 */
export async function changeState(ctx: Context, user: User, name: StateChange): Promise<boolean | null> {
  const change: Change = changes[name]
  const keepsOut = change.to !== 'active'
  if (keepsOut && ctx.actor.kind === 'user' && ctx.actor.id === user.id)
    throw new Forbidden(`You cannot ${name} yourself`)
  if (keepsOut && user.isBot) throw new Forbidden('Internal users cannot be blocked or banned')
  if (change.already?.states.some(state => state === user.state)) return change.already.answer
  if (user.state === 'ldap_blocked') throw new Forbidden('LDAP blocked users cannot be modified by the API')
  if (!change.from.some(state => state === user.state)) throw new Forbidden(change.refusal)
  if (user.state === change.to) return true
  await ctx.db.updateTable('users').set({ state: change.to, updatedAt: ctx.now }).where('id', '=', user.id).execute()
  if (keepsOut) {
    await ctx.db.deleteFrom('sessions').where('userId', '=', user.id).execute()
    await endMailedLinks(ctx, user.id)
  }
  // The issues of a banned user are hidden.
  const isHidden = change.to === 'banned' || user.state === 'banned'
  const topics = [userTopic(user.id), ...(isHidden ? [accessEverywhere] : [])]
  await ctx.events.record(change.event, { userId: user.id }, { topics })
  return true
}
