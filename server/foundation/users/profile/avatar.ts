import { randomBytes } from 'node:crypto'
import { userTopic } from '#contract/live-topics.ts'
import type { AvatarChange, UploadedFile } from '#contract/shapes.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { cleanFilename } from '#server/platform/files/clean-filename.ts'
import { imageTypeOf } from '#server/platform/files/media-type.ts'
import { openFile, putFile } from '#server/platform/files/store.ts'
import { StreamReply } from '#server/slice.ts'

/** The most bytes of an avatar. */
export const avatarLimitBytes = 1024 * 1024

/**
 * Set the avatar of a user. Its type is read from its first bytes, not from its name.
 *
 * @throws Invalid  too big, or none of the types that browsers show safely
 * @returns the upload's id
 */
export async function setAvatar(ctx: Context, userId: number, file: UploadedFile): Promise<number> {
  if (file.sizeBytes > avatarLimitBytes) throw new Invalid({ avatar: ['is too big (should be at most 1 MiB)'] })
  const mediaType = await imageTypeOf(file.path)
  if (mediaType === null) throw new Invalid({ avatar: ['must be a PNG, JPEG, GIF or WebP image'] })
  const storageKey = await putFile(ctx.services.settings, { path: file.path })
  const upload = await ctx.db
    .insertInto('uploads')
    .values({
      userId,
      purpose: 'avatar',
      secret: randomBytes(16).toString('hex'),
      filename: cleanFilename(file.filename),
      mediaType,
      sizeBytes: file.sizeBytes,
      storageKey,
      createdAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await point(ctx, userId, upload.id)
  return upload.id
}

/**
 * Set, remove or keep a user's avatar.
 *
 * @throws Invalid  as `setAvatar`
 */
export async function changeAvatar(ctx: Context, userId: number, avatar: AvatarChange): Promise<void> {
  if (avatar === undefined) return
  if (avatar === null || typeof avatar === 'string') await removeAvatar(ctx, userId)
  else await setAvatar(ctx, userId, avatar)
}

/** Remove a user's avatar. */
export async function removeAvatar(ctx: Context, userId: number): Promise<void> {
  await point(ctx, userId, null)
}

async function point(ctx: Context, userId: number, avatarUploadId: number | null): Promise<void> {
  const replaced = await ctx.db
    .deleteFrom('uploads')
    .using('users')
    .where('users.id', '=', userId)
    .whereRef('uploads.id', '=', 'users.avatarUploadId')
    .returning('uploads.storageKey')
    .executeTakeFirst()
  await ctx.db.updateTable('users').set({ avatarUploadId, updatedAt: ctx.now }).where('id', '=', userId).execute()
  if (replaced !== undefined) await ctx.events.record('user.avatar_dropped', { storageKey: replaced.storageKey })
  await ctx.events.record('user.updated', { userId }, { topics: [userTopic(userId)] })
}

/**
 * The bytes of a user's current avatar. The address holds the upload's id, so that it may be kept for ever.
 *
 * @throws NotFound
 */
export async function avatarFile(ctx: Context, userId: number, uploadId: number): Promise<StreamReply> {
  const upload = await ctx.db
    .selectFrom('users as u')
    .innerJoin('uploads as f', 'f.id', 'u.avatarUploadId')
    .select(['f.storageKey', 'f.mediaType'])
    .where('u.id', '=', userId)
    .where('f.id', '=', uploadId)
    .executeTakeFirst()
  const file = upload === undefined ? null : await openFile(ctx.services.settings, upload.storageKey)
  if (upload === undefined || file === null) throw new NotFound()
  return new StreamReply(file.stream, {
    'content-type': upload.mediaType,
    'content-length': String(file.sizeBytes),
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  })
}
