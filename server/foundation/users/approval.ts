import { userTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import type { UserRow } from './queries.ts'
import { removeUser } from './remove.ts'

type WaitingUser = Allowed<'user:admin', UserRow>

/**
 * Let a person in who registered and waits for approval. An email tells them.
 *
 * @throws Conflict  the user does not wait for approval
 */
export async function approveUser(ctx: Context, { id }: WaitingUser): Promise<{ readonly message: string }> {
  const approved = await ctx.db
    .updateTable('users')
    .set({ state: 'active', updatedAt: ctx.now })
    .where('id', '=', id)
    .where('state', '=', 'blocked_pending_approval')
    .returning('id')
    .executeTakeFirst()
  if (approved === undefined) throw new Conflict('The user you are trying to approve is not pending approval')
  await ctx.events.record('user.approved', { userId: id }, { topics: [userTopic(id)] })
  return { message: 'Success' }
}

/**
 * Delete the account of a person who waits for approval. An email tells them.
 *
 * @throws Conflict  the user does not wait for approval
 */
export async function rejectUser(ctx: Context, user: WaitingUser): Promise<{ readonly message: string }> {
  const held = await ctx.db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', user.id)
    .where('state', '=', 'blocked_pending_approval')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (held === undefined) throw new Conflict('The user does not have a pending request')
  await removeUser(ctx, user, 'delete')
  const site = ctx.services.settings.externalUrl
  await queueMails(ctx, [{ userId: null, recipient: held.email, ...rejected(held.name, site) }])
  return { message: 'Success' }
}

/** Tell all administrators that a person waits for approval. */
export async function mailRequest(ctx: Context, userId: number): Promise<void> {
  const person = await ctx.db
    .selectFrom('users')
    .select(['name', 'username', 'email'])
    .where('id', '=', userId)
    .where('state', '=', 'blocked_pending_approval')
    .executeTakeFirst()
  if (person === undefined) return
  const administrators = await ctx.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('isAdmin', '=', true)
    .where('state', '=', 'active')
    .where('isBot', '=', false)
    .orderBy('id')
    .limit(mostAdministrators)
    .execute()
  const mail = requested(person, ctx.services.settings.externalUrl)
  await queueMails(
    ctx,
    administrators.map(({ id, email }) => ({ userId: id, recipient: email, ...mail })),
  )
}

/** The administrators who are told of one registration. */
const mostAdministrators = 100

/** Tell a person that they may sign in. */
export async function mailApproval(ctx: Context, userId: number): Promise<void> {
  const person = await ctx.db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (person === undefined) return
  const mail = approved(person.name, ctx.services.settings.externalUrl)
  await queueMails(ctx, [{ userId, recipient: person.email, ...mail }])
}

const requested = (person: { name: string; username: string; email: string }, site: string) => ({
  subject: `${person.name} wants to join`,
  text: `${person.name} (@${person.username}, ${person.email}) has registered at ${site} and waits for approval.

Approve or reject the account here:
${site}/admin/users?blocked_pending_approval=true
`,
})

const approved = (name: string, site: string) => ({
  subject: 'Your account has been approved',
  text: `Hello ${name},

An administrator has approved your account. You can sign in now:
${site}/users/sign_in
`,
})

const rejected = (name: string, site: string) => ({
  subject: 'Your registration was not approved',
  text: `Hello ${name},

An administrator of ${site} has not approved your registration. The account and its data have been deleted.
`,
})
