import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { isAdmin, isUser } from '#server/access/facts.ts'
import { type Context, selfId } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { batch, groupedBy } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, pageArgs, pageOfList } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { User, type UserNode } from './fields.ts'
import { holdUser } from './hold.ts'

interface EmailNode {
  readonly id: number
  readonly userId: number
  readonly email: string
  readonly confirmedAt: string | null
  readonly createdAt: string
}

interface CalloutNode {
  readonly userId: number
  readonly featureName: string
  readonly dismissedAt: string
}

/** Hints that a person can dismiss. */
const mostCallouts = 500

const emailsOf = batch<number, readonly EmailNode[]>(async (ctx, ids) => {
  const { rows } = await sql<EmailNode>`select id, user_id, email, confirmed_at, created_at from user_emails
    where user_id = any (${[...ids]}::bigint[]) order by id`.execute(ctx.db)
  return groupedBy(rows, row => row.userId)
})

const calloutsOf = batch<number, readonly CalloutNode[]>(async (ctx, ids) => {
  const { rows } = await sql<CalloutNode>`select user_id, feature_name, dismissed_at from user_callouts
    where user_id = any (${[...ids]}::bigint[]) order by feature_name`.execute(ctx.db)
  return groupedBy(rows, row => row.userId)
})

const isOwn = ({ id }: UserNode, { weft: { actor } }: GraphqlContext): boolean => isUser(actor, id)

/** The email addresses and dismissed hints of a user. @source graphql.md 7.3, 9.8 */
export function accountFields(): void {
  const Email = builder.objectRef<EmailNode>('Email').implement({
    description: 'An email address of a user.',
    fields: t => ({
      id: t.id({ nullable: false, resolve: email => gid('Email', email.id) }),
      email: t.exposeString('email', { nullable: false }),
      confirmedAt: t.field({ type: 'Time', resolve: email => email.confirmedAt }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: email => email.createdAt }),
    }),
  })
  const EmailConnection = connectionOf(Email)
  const Callout = builder.objectRef<CalloutNode>('UserCallout').implement({
    description: 'A hint that a user has dismissed.',
    fields: t => ({
      featureName: t.exposeString('featureName'),
      dismissedAt: t.field({ type: 'Time', resolve: callout => callout.dismissedAt }),
    }),
  })
  const CalloutConnection = connectionOf(Callout)
  builder.interfaceFields(User, t => ({
    emails: t.field({
      type: EmailConnection,
      description: 'Email addresses. Visible only to the user and to administrators.',
      args: pageArgs,
      resolve: async (user, args, context) =>
        isOwn(user, context) || isAdmin(context.weft.actor)
          ? pageOfList(context, args, await emailsOf(context, user.id), email => email.id)
          : null,
    }),
    callouts: t.field({
      type: CalloutConnection,
      description: 'Hints that the user has dismissed. Visible only to the user.',
      args: pageArgs,
      resolve: async (user, args, context) =>
        isOwn(user, context)
          ? pageOfList(context, args, await calloutsOf(context, user.id), callout => callout.featureName)
          : null,
    }),
  }))
  mutation('userCalloutCreate', {
    description: 'Dismiss a hint for the current user.',
    input: t => ({ featureName: t.string({ required: true }) }),
    run: (ctx, { featureName }) => dismissCallout(ctx, featureName),
    payload: t => ({
      userCallout: t.field({
        type: Callout,
        // A refused request has only its errors.
        resolve: ({ userId, featureName, dismissedAt }) =>
          userId === undefined || featureName === undefined || dismissedAt === undefined
            ? null
            : { userId, featureName, dismissedAt },
      }),
    }),
  })
}

/** @throws Invalid  no name of a hint, or too many of them */
async function dismissCallout(ctx: Context, featureName: string): Promise<CalloutNode> {
  if (!/^\w{1,100}$/.test(featureName))
    throw new Invalid({ featureName: ['must be up to 100 letters, digits and underscores'] })
  const userId = selfId(ctx)
  await holdUser(ctx, userId)
  const { rows } = await sql<CalloutNode>`
    insert into user_callouts (user_id, feature_name, dismissed_at) select ${userId}, ${featureName}, ${ctx.now}::timestamptz
    where exists (select 1 from user_callouts where user_id = ${userId} and feature_name = ${featureName})
      or (select count(*) from user_callouts where user_id = ${userId}) < ${mostCallouts}
    on conflict (user_id, feature_name) do update set dismissed_at = excluded.dismissed_at
    returning user_id, feature_name, dismissed_at`.execute(ctx.db)
  const made = rows[0]
  if (made === undefined) throw new Invalid(`A user can dismiss at most ${mostCallouts} hints`)
  return made
}
