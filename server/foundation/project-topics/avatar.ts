import type { AvatarChange } from '#contract/shapes.ts'
import type { Context } from '#server/context.ts'
import { keepAvatar } from '#server/foundation/uploads/avatar.ts'

/**
 * Set or remove the avatar of a topic.
 *
 * @throws Invalid  not an image, or over 200 KiB
 */
export async function changeTopicAvatar(ctx: Context, topicId: number, avatar: AvatarChange): Promise<void> {
  if (avatar === undefined) return
  await dropTopicAvatar(ctx, topicId)
  if (avatar === null || typeof avatar === 'string') return
  const avatarUploadId = await keepAvatar(ctx, null, avatar)
  await ctx.db.updateTable('topics').set({ avatarUploadId }).where('id', '=', topicId).execute()
}

/** The row of its upload goes at once, the file by a job. */
export async function dropTopicAvatar(ctx: Context, topicId: number): Promise<void> {
  const gone = await ctx.db
    .deleteFrom('uploads')
    .using('topics')
    .where('topics.id', '=', topicId)
    .whereRef('uploads.id', '=', 'topics.avatarUploadId')
    .returning(['uploads.id', 'uploads.storageKey'])
    .executeTakeFirst()
  if (gone !== undefined) await ctx.events.record('upload.deleted', { uploadId: gone.id, storageKey: gone.storageKey })
}
