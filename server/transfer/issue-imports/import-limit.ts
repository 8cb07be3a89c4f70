import { uploadLimitMebibytes } from '#contract/foundation/upload-limit.ts'
import type { Context } from '#server/context.ts'
import { siteNow } from '#server/foundation/settings/site-now.ts'

/** MiB of a file of issues at most. */
export async function importLimit(ctx: Context): Promise<number> {
  const { maxImportSize } = await siteNow(ctx)
  return maxImportSize === 0 ? uploadLimitMebibytes : maxImportSize
}
