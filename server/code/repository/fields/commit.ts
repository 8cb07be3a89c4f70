import { sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { UserCore, type UserNode, userColumns } from '#server/foundation/users/fields.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf } from '#server/graphql/connection.ts'
import type { presentCommit } from '../present.ts'

export type CommitNode = ReturnType<typeof presentCommit>

/** The user of a confirmed email address. */
export const userByEmail = batch<string, UserNode | null>(async (ctx, emails) => {
  const wanted = emails.map(email => email.replaceAll('\0', ''))
  const { rows } = await sql<UserNode & { email: string }>`
    select lower(e.email) as email, ${userColumns} from user_emails e join users u on u.id = e.user_id
    where lower(e.email) = any (${wanted}::text[]) and e.confirmed_at is not null`.execute(ctx.db)
  const found = new Map(rows.map(row => [row.email, row]))
  return email => found.get(email) ?? null
})

export const Commit = builder.objectRef<CommitNode>('Commit').implement({
  description: 'A commit.',
  fields: t => ({
    id: t.id({ nullable: false, resolve: commit => gid('CommitPresenter', commit.id) }),
    sha: t.exposeString('id', { nullable: false }),
    shortId: t.exposeString('shortId', { nullable: false }),
    title: t.exposeString('title'),
    message: t.exposeString('message'),
    author: t.field({
      type: UserCore,
      description: 'User with the email address of the author.',
      resolve: ({ authorEmail }, _args, context) => userByEmail(context, authorEmail.toLowerCase()),
    }),
    authorName: t.exposeString('authorName'),
    authorEmail: t.exposeString('authorEmail'),
    authoredDate: t.field({ type: 'Time', resolve: commit => commit.authoredDate }),
    committerName: t.exposeString('committerName'),
    committerEmail: t.exposeString('committerEmail'),
    committedDate: t.field({ type: 'Time', resolve: commit => commit.committedDate }),
    webPath: t.string({
      nullable: false,
      resolve: ({ webUrl }, _args, { weft }) => webUrl.slice(weft.services.settings.externalUrl.length),
    }),
    webUrl: t.exposeString('webUrl', { nullable: false }),
  }),
})
export const CommitConnection = connectionOf(Commit)
