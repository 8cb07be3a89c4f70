import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { removeFile } from '#server/platform/files/store.ts'
import { later } from '#server/slice.ts'

export const uploadsFollowers = [later('upload.deleted', (ctx, { payload }) => removeUnnamed(ctx, payload.storageKey))]

/** Uploads that came along with a moved issue share the file. */
async function removeUnnamed(ctx: Context, storageKey: string): Promise<void> {
  const { rows } = await sql`select 1 from uploads where storage_key = ${storageKey} limit 1`.execute(ctx.db)
  if (rows.length === 0) await removeFile(ctx.services.settings, storageKey)
}
