import { sql } from 'kysely'
import { fileTooLarge } from '#contract/foundation/upload-limit.ts'
import { metricLimits } from '#contract/monitor/incidents/metric-limits.ts'
import type { UploadedFile } from '#contract/shapes.ts'
import { isWebAddress } from '#contract/web-address.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { issuableFacts } from '#server/access/issuable-facts.ts'
import { type Allowed, finder, load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, transact } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { Conflict, Invalid, NotFound, TooLarge } from '#server/errors.ts'
import { removeUpload } from '#server/foundation/uploads/find.ts'
import { sizeOfReceived } from '#server/foundation/uploads/image-sizes.ts'
import { keepStored } from '#server/foundation/uploads/keep.ts'
import { type IssuableRow, issuableOfType } from '#server/plan/issuables/find.ts'
import type { EventName } from '#server/platform/events/events.ts'
import { cleanFilename } from '#server/platform/files/clean-filename.ts'
import { imageTypeOf } from '#server/platform/files/media-type.ts'
import { putFile, removeFile } from '#server/platform/files/store.ts'
import type { Current } from '#server/slice.ts'

export type ImagedItem = Allowed<'issuable:edit-metric-images', IssuableRow>

interface ImageTexts {
  readonly url?: string | null
  readonly urlText?: string | null
}

interface ImageRow {
  readonly id: number
  readonly createdAt: string
  readonly filename: string
  readonly url: string | null
  readonly urlText: string | null
  /** Pixels; null if they are not known. */
  readonly width: number | null
  readonly height: number | null
}

const tables = sql`metric_images m join uploads up on up.id = m.upload_id`
const columns = sql`m.id, iso(m.created_at) as created_at, up.filename, m.url, m.url_text, nullif(up.width, 0) as width, nullif(up.height, 0) as height`

/** The path of the file of an image. */
export const imagePath = ({ id, filename }: Pick<ImageRow, 'id' | 'filename'>): string =>
  `/uploads/-/system/issuable_metric_image/file/${id}/${encodeURIComponent(filename)}`

const present = ({ id, createdAt, filename, url, urlText }: ImageRow) => ({
  ...{ id, createdAt, filename, url, urlText },
  filePath: imagePath({ id, filename }),
})

/** The images of an item, in the order in which they were uploaded. */
const imagesOf = async (ctx: Context, { id }: Pick<IssuableRow, 'id'>): Promise<readonly ImageRow[]> =>
  (await sql<ImageRow>`select ${columns} from ${tables} where m.issuable_id = ${id} order by m.id`.execute(ctx.db)).rows

export const listImages = async (ctx: Context, item: Allowed<'issuable:read', IssuableRow>) =>
  (await imagesOf(ctx, item)).map(present)

/** The images of an incident as its page shows them. */
export const showMetrics = async (ctx: Context, incident: Allowed<'issuable:read', IssuableRow>) => ({
  images: (await imagesOf(ctx, incident)).map(row => ({ ...present(row), width: row.width, height: row.height })),
  permissions: { canEditImages: may(ctx.actor, 'issuable:edit-metric-images', incident.facts) },
})

/**
 * Add an image. The file is stored before the transaction that tells of it.
 *
 * @throws Invalid  no image, or a bad link · @throws TooLarge · @throws Conflict  the item has too many images
 */
export async function uploadImage(
  ctx: Context,
  item: ImagedItem,
  { file, ...texts }: ImageTexts & { readonly file: UploadedFile },
) {
  if (file.sizeBytes > metricLimits.mebibytes * 1024 * 1024) throw new TooLarge(fileTooLarge(metricLimits.mebibytes))
  const mediaType = await imageTypeOf(file.path)
  if (mediaType === null) throw new Invalid({ file: ['must be a PNG, JPEG, GIF, WebP or AVIF image'] })
  const { url = null, urlText = null } = checked(texts)
  const { settings } = ctx.services
  const storageKey = await putFile(settings, { path: file.path })
  try {
    const size = await sizeOfReceived(file.path, mediaType)
    const stored = { filename: cleanFilename(file.filename), mediaType, sizeBytes: file.sizeBytes, storageKey, ...size }
    return await transact(ctx, async inner => {
      // The right may have been lost while the file arrived.
      const current = await load(inner, 'issuable:edit-metric-images', issuableOfType, item)
      await refuseTooMany(inner, current.id)
      const [upload] = await keepStored(inner, { namespaceId: current.namespaceId, purpose: 'metric_image' }, [stored])
      const { rows } = await sql<{ id: number }>`
        insert into metric_images (issuable_id, upload_id, url, url_text, created_at)
        values (${current.id}, ${upload?.id}, ${url}, ${urlText}, ${inner.now}::timestamptz) returning id`.execute(
        inner.db,
      )
      const imageId = rows[0]?.id ?? 0
      await tell(inner, current, 'metric_image.created', imageId)
      return showImage(inner, current, imageId)
    })
  } catch (error) {
    await removeFile(settings, storageKey)
    throw error
  }
}

/** Change the link of an image. @throws NotFound · @throws Invalid  a bad link */
export async function updateImage(ctx: Context, item: ImagedItem, imageId: number, texts: ImageTexts) {
  const { url, urlText } = checked(texts)
  await sql`
    update metric_images set url = case when ${url !== undefined} then ${url ?? null} else url end,
      url_text = case when ${urlText !== undefined} then ${urlText ?? null} else url_text end
    where id = ${imageId} and issuable_id = ${item.id}`.execute(ctx.db)
  const shown = await showImage(ctx, item, imageId)
  await tell(ctx, item, 'metric_image.updated', imageId)
  return shown
}

/** The fields of an image, locked until the transaction ends. */
export async function lockedImage(ctx: Context, { id }: ImagedItem, imageId: number): Promise<Current> {
  const { rows } = await sql<NonNullable<Current>>`
    select url, url_text from metric_images where id = ${imageId} and issuable_id = ${id} for no key update`.execute(
    ctx.db,
  )
  return rows[0]
}

/** Delete an image with its file. @throws NotFound */
export async function deleteImage(ctx: Context, item: ImagedItem, imageId: number): Promise<void> {
  const { rows } = await sql<ImageFile & { readonly id: number }>`
    select up.id, up.filename, up.media_type, up.size_bytes, up.storage_key from ${tables} where m.id = ${imageId} and m.issuable_id = ${item.id} for no key update of m`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) throw new NotFound('Metric image')
  await removeUpload(ctx, item.namespaceId, found)
  await tell(ctx, item, 'metric_image.deleted', imageId)
}

async function showImage(ctx: Context, { id }: Pick<IssuableRow, 'id'>, imageId: number) {
  const { rows } = await sql<ImageRow>`
    select ${columns} from ${tables} where m.id = ${imageId} and m.issuable_id = ${id}`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) throw new NotFound('Metric image')
  return present(found)
}

/** An empty text removes what was there. @throws Invalid */
function checked({ url, urlText }: ImageTexts): ImageTexts {
  const given = (text: string | null | undefined) => (text === undefined ? undefined : text?.trim() || null)
  const [address, words] = [given(url), given(urlText)]
  const problems = {
    ...(address != null && !isWebAddress(address) && { url: ['must be a URL that starts with http:// or https://'] }),
    ...(address != null && address.length > metricLimits.url && { url: [tooLong(metricLimits.url)] }),
    ...(words != null && words.length > metricLimits.urlText && { urlText: [tooLong(metricLimits.urlText)] }),
  }
  if (Object.keys(problems).length > 0) throw new Invalid(problems)
  return { ...(address !== undefined && { url: address }), ...(words !== undefined && { urlText: words }) }
}

const tooLong = (most: number): string => `is too long (maximum is ${most} characters)`

async function refuseTooMany(ctx: Context, id: number): Promise<void> {
  // Uploads of one item wait for each other.
  await sql`select 1 from issuables where id = ${id} for no key update`.execute(ctx.db)
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from metric_images where issuable_id = ${id}`.execute(ctx.db)
  if ((rows[0]?.count ?? 0) >= metricLimits.images)
    throw new Conflict(`There can be at most ${metricLimits.images} metric images. Delete one first.`)
}

const tell = (
  ctx: Context,
  item: IssuableRow,
  name: EventName & `metric_image.${string}`,
  metricImageId: number,
): Promise<void> =>
  ctx.events.record(
    name,
    { issueId: item.id, metricImageId },
    { namespaceId: item.namespaceId, topics: topicsOfIssuable(item) },
  )

/** The file of an image, for readers of its incident or alert. */
export const imageFile = finder(
  'issuable',
  'Metric image',
  async (ctx: Context, { imageId, filename }: { readonly imageId: number; readonly filename: string }) => {
    const { rows } = await sql<ImageFile & { readonly facts: IssuableFacts }>`
      select up.filename, up.media_type, up.size_bytes, up.storage_key, ${issuableFacts(ctx.actor, 'i', 'n')} as facts
      from ${tables} join issuables i on i.id = m.issuable_id join namespaces n on n.id = i.namespace_id
      where m.id = ${imageId} and up.filename = ${filename}`.execute(ctx.db)
    const [row] = rows
    return row === undefined ? null : { row, facts: row.facts }
  },
)

interface ImageFile {
  readonly filename: string
  readonly mediaType: string
  readonly sizeBytes: number
  readonly storageKey: string
}

/** The images of a moved incident go with it. */
export async function takeImagesAlong(
  ctx: Context,
  { issueId, toId }: { readonly issueId: number; readonly toId: number },
): Promise<void> {
  await sql`
    with taken as (update metric_images set issuable_id = ${toId} where issuable_id = ${issueId} returning upload_id)
    update uploads u set namespace_id = i.namespace_id from taken, issuables i where u.id = taken.upload_id and i.id = ${toId}`.execute(
    ctx.db,
  )
}
