import { sql } from 'kysely'
import { type PlaceKind, placeKinds } from '#contract/foundation/places.ts'
import * as contract from '#contract/foundation/uploads.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { UploadedFile } from '#contract/shapes.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { placeByPath, placeByRef } from '#server/foundation/namespaces/find-place.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { attachmentLimitBytes } from '#server/foundation/settings/attachment-limit.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { object } from '#server/platform/sql/shape.ts'
import { answer, pageOfJson } from '#server/slice.ts'
import { type FoundUpload, removeUpload, uploadBySecret } from './find.ts'
import { keepUpload } from './keep.ts'
import { presentUpload } from './present.ts'
import { serveUpload } from './serve.ts'

// The multipart frame around the file counts too.
const bodyLimitBytes = attachmentLimitBytes + 1024 * 1024

const administers = { project: 'project:admin', group: 'group:admin-uploads' } as const

export const uploadsAnswers = [
  answer(contract.showProjectUploadByPath, {
    about: projectByPath,
    ability: 'project:read',
    run: async (ctx, { id }, input) => serveUpload(ctx, await uploadBySecret(ctx, id, input), input),
  }),
  ...placeKinds.flatMap(kind => {
    const operations = contract.uploadOperations[kind]
    const about = placeByRef[kind]
    const administered = { about, ability: administers[kind] } as const
    return [
      answer(operations.list, { ...administered, run: (ctx, { id }, input) => list(ctx, id, input) }),
      answer(operations.get, {
        ...administered,
        run: async (ctx, { id }, input) => serveUpload(ctx, await byId(ctx, id, input.uploadId, 'attachment'), input),
      }),
      answer(operations.getBySecret, {
        about,
        ability: `${kind}:read`,
        run: async (ctx, { id }, input) => serveUpload(ctx, await uploadBySecret(ctx, id, input), input),
      }),
      answer(operations.remove, {
        ...administered,
        run: async (ctx, { id }, { uploadId }) => removeUpload(ctx, id, await byId(ctx, id, uploadId, 'attachment')),
      }),
      answer(operations.removeBySecret, {
        ...administered,
        run: async (ctx, { id }, key) => removeUpload(ctx, id, await uploadBySecret(ctx, id, key)),
      }),
      answer(operations.getAvatar, {
        about,
        ability: `${kind}:read`,
        run: async (ctx, { id }) => serveUpload(ctx, await avatarOf(ctx, id), {}),
      }),
      answer(operations.create, {
        about,
        ability: `${kind}:upload`,
        transaction: 'own',
        bodyLimitBytes,
        run: (ctx, { id }, { file }) => keep(ctx, { id, kind }, file),
      }),
      answer(operations.attach, {
        about: placeByPath[kind],
        ability: `${kind}:upload`,
        transaction: 'own',
        bodyLimitBytes,
        run: async (ctx, { id }, { file }) => ({ link: await keep(ctx, { id, kind }, file) }),
      }),
      answer(operations.show, {
        about,
        ability: `${kind}:read`,
        run: async (ctx, { id }, input) => serveUpload(ctx, await uploadBySecret(ctx, id, input), input),
      }),
      answer(operations.showAvatar, {
        about,
        ability: `${kind}:read`,
        run: async (ctx, { id }, { uploadId }) => serveUpload(ctx, await byId(ctx, id, uploadId, 'avatar'), {}),
      }),
    ]
  }),
]

async function keep(ctx: Context, place: { readonly id: number; readonly kind: PlaceKind }, file: UploadedFile) {
  return presentUpload(await keepUpload(ctx, { namespaceId: place.id, purpose: 'attachment', file }), place)
}

const list = (ctx: Context, namespaceId: number, input: { page?: number; perPage?: number }) =>
  pageOfJson<ReplyOf<typeof contract.listProjectUploads>>(ctx, input, {
    item: object({
      id: sql`up.id`,
      size: sql`up.size_bytes`,
      filename: sql`up.filename`,
      created_at: sql`iso(up.created_at)`,
      uploaded_by: userBasicJson(ctx.services.settings, 'u'),
    }),
    matching: sql`uploads up left join users u on u.id = up.user_id
      where up.namespace_id = ${namespaceId} and up.purpose = 'attachment'`,
    order: sql`up.id desc`,
  })

/** The avatar of a group or project itself, not one of the groups above. */
async function avatarOf(ctx: Context, namespaceId: number): Promise<FoundUpload> {
  const { avatarUploadId } = await ctx.db
    .selectFrom('namespaces')
    .select('avatarUploadId')
    .where('id', '=', namespaceId)
    .executeTakeFirstOrThrow()
  if (avatarUploadId === null) throw new NotFound('Avatar')
  return byId(ctx, namespaceId, avatarUploadId, 'avatar')
}

async function byId(
  ctx: Context,
  namespaceId: number,
  id: number,
  purpose: 'attachment' | 'avatar',
): Promise<FoundUpload> {
  const found = await ctx.db
    .selectFrom('uploads')
    .select(['id', 'filename', 'mediaType', 'sizeBytes', 'storageKey'])
    .where('namespaceId', '=', namespaceId)
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (found === undefined) throw new NotFound('Upload')
  return found
}
