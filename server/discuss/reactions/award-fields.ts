import { sql } from 'kysely'
import { UserCore, type UserNode, userColumns } from '#server/foundation/users/fields.ts'
import { batch, groupedBy } from '#server/graphql/batch.ts'
import { builder } from '#server/graphql/builder.ts'
import { connectionOf, type PageArgs, pageOfList } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { emojiByName } from '#server/platform/markdown/emoji.ts'

interface AwardNode {
  readonly name: string
  readonly user: UserNode
}

/** The reactions to a note, oldest first. */
export const awardsOfNote = batch<number, readonly AwardNode[]>(async (ctx, ids) => {
  const { rows } = await sql<UserNode & { noteId: number; awardName: string }>`
    select a.note_id, a.name as award_name, ${userColumns} from award_emoji a join users u on u.id = a.user_id
    where a.note_id = any (${[...ids]}::bigint[]) order by a.id`.execute(ctx.db)
  const found = groupedBy(rows, row => row.noteId)
  return id => found(id).map(row => ({ name: row.awardName, user: row }))
})

/** The reactions to an item itself, oldest first. */
const awardsOfIssuable = batch<number, readonly AwardNode[]>(async (ctx, ids) => {
  const { rows } = await sql<UserNode & { issuableId: number; awardName: string }>`
    select a.issuable_id, a.name as award_name, ${userColumns} from award_emoji a join users u on u.id = a.user_id
    where a.issuable_id = any (${[...ids]}::bigint[]) and a.note_id is null order by a.id`.execute(ctx.db)
  const found = groupedBy(rows, row => row.issuableId)
  return id => found(id).map(row => ({ name: row.awardName, user: row }))
})

export const AwardEmoji = builder.objectRef<AwardNode>('AwardEmoji').implement({
  description: 'An emoji reaction.',
  fields: t => ({
    name: t.exposeString('name', { nullable: false }),
    emoji: t.string({ nullable: false, resolve: award => emojiByName(award.name)?.unicode ?? '' }),
    unicode: t.string({
      nullable: false,
      resolve: award =>
        [...(emojiByName(award.name)?.unicode ?? '')].map(sign => sign.codePointAt(0)?.toString(16) ?? '').join('-'),
    }),
    unicodeVersion: t.string({ nullable: false, resolve: award => emojiByName(award.name)?.unicodeVersion ?? '' }),
    description: t.string({ nullable: false, resolve: award => emojiByName(award.name)?.description ?? '' }),
    user: t.field({ type: UserCore, nullable: false, resolve: award => award.user }),
  }),
})
export const AwardEmojiConnection = connectionOf(AwardEmoji)

/** A page of the reactions to an item itself, oldest first. */
export const awardsPage = async (context: GraphqlContext, args: PageArgs, issuableId: number) =>
  pageOfList(context, args, await awardsOfIssuable(context, issuableId), award => `${award.user.id} ${award.name}`)
