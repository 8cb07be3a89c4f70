import { removeFile } from '#server/platform/files/store.ts'
import { later } from '#server/slice.ts'

export const uploadsFollowers = [
  later('upload.deleted', (ctx, { payload }) => removeFile(ctx.services.settings, payload.storageKey)),
]
