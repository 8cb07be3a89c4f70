import { open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { type ImageSize, imageHeadBytes, imageSizeOf } from '#server/platform/files/image-size.ts'
import { openFile } from '#server/platform/files/store.ts'

/** The size in `uploads` of a file that has none: zeros. */
const none: ImageSize = { width: 0, height: 0 }

/** The size of a received file, for its row. */
export async function sizeOfReceived(path: string, mediaType: string): Promise<ImageSize> {
  if (!mediaType.startsWith('image/')) return none
  const file = await open(path, 'r')
  try {
    const { buffer: head, bytesRead } = await file.read(Buffer.alloc(imageHeadBytes), 0, imageHeadBytes, 0)
    return imageSizeOf(head.subarray(0, bytesRead)) ?? none
  } finally {
    await file.close()
  }
}

/** Files of one text that are read to measure them. */
const mostMeasured = 20

/**
 * The sizes of images, by the secrets of their uploads. Files that are not measured yet, such as those of an import, are measured now.
 *
 * @throws Unavailable  the storage cannot be reached
 */
export async function sizesOfImages(ctx: Context, secrets: readonly string[]): Promise<ReadonlyMap<string, ImageSize>> {
  if (secrets.length === 0) return new Map()
  const found = await ctx.db
    .selectFrom('uploads')
    .select(['id', 'secret', 'storageKey', 'sizeBytes', 'width', 'height'])
    .where('secret', 'in', [...secrets])
    .where('purpose', '=', 'attachment')
    .where('mediaType', 'like', 'image/%')
    .execute()
  const unknown = found.filter(({ width }) => width === null).slice(0, mostMeasured)
  const measured = new Map(
    await Promise.all(unknown.map(async upload => [upload.id, await sizeOfStored(ctx, upload)] as const)),
  )
  if (measured.size > 0) {
    const sizes = [...measured.values()]
    await sql`update uploads u set width = g.width, height = g.height
      from unnest(${[...measured.keys()]}::bigint[], ${sizes.map(size => size.width)}::int[], ${sizes.map(size => size.height)}::int[])
        as g(id, width, height) where u.id = g.id`.execute(ctx.db)
  }
  return new Map(
    found.flatMap(({ id, secret, width, height }) => {
      const size = measured.get(id) ?? { width: width ?? 0, height: height ?? 0 }
      return size.width > 0 ? [[secret, size] as const] : []
    }),
  )
}

interface StoredImage {
  readonly storageKey: string
  readonly sizeBytes: number
}

async function sizeOfStored(ctx: Context, { storageKey, sizeBytes }: StoredImage): Promise<ImageSize> {
  if (sizeBytes === 0) return none
  const part = { start: 0, end: Math.min(sizeBytes, imageHeadBytes) - 1 }
  const file = await openFile(ctx.services.settings, storageKey, part)
  return (file && imageSizeOf(await buffer(file.stream))) ?? none
}
