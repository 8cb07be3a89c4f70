import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { siteNow } from '#server/foundation/settings/site-now.ts'
import type { StoredFile } from '#server/foundation/uploads/keep.ts'
import { cleanFilename } from '#server/platform/files/clean-filename.ts'
import { mediaTypeOf } from '#server/platform/files/media-type.ts'
import { putFile, removeFile } from '#server/platform/files/store.ts'
import { AnswerTooLarge, NoAnswer, type OutwardStream, streamOutward } from '#server/platform/outward/post.ts'
import type { ImportedAttachment } from './imported-issue.ts'

/** Attachments of one issue, and of all of an import. */
const mostOfIssue = 100
const mostOfImport = { count: 20_000, bytes: 20 * 1024 ** 3 }
const timeoutMs = 120_000
const mostRedirects = 5
/** The times after which a busy tracker is asked again. */
const pausesMs = [500, 2_000]

/** The address of another tracker, and the credentials of the user who imports. */
export interface RemoteAccess {
  /** Address of the tracker, with a path where it has one. */
  readonly url: string
  /** Value of the header of this name. */
  readonly authorization: string
}

/** The attachments of an issue that are in the storage, by their places, and a sentence about each other one. */
export interface FetchedAttachments {
  readonly files: ReadonlyMap<number, StoredFile>
  readonly notices: readonly string[]
}

/** The reason why an attachment is not imported: a sentence without its end. */
class Missing extends Error {}

/**
 * Fetch the attachments of an issue into the storage. No transaction is open meanwhile: if the issue is not created
 * then, `forgetAttachments` removes them, and files of a process that ends here are removed after a day.
 *
 * @throws Unavailable  the storage cannot be reached
 */
export async function fetchAttachments(
  ctx: Context,
  importId: number,
  attachments: readonly ImportedAttachment[],
): Promise<FetchedAttachments> {
  const access = attachments.length === 0 ? null : await findAccess(ctx, importId)
  if (access === null) return { files: new Map(), notices: [] }
  const files = new Map<number, StoredFile>()
  const notices: string[] = []
  let { count, bytes } = access
  try {
    for (const [index, attachment] of attachments.slice(0, mostOfIssue).entries()) {
      try {
        if (!hasAuthorization(access)) throw new Missing('Access to Jira has expired')
        if (count >= mostOfImport.count) throw new Missing('The import has reached its maximum number of attachments')
        const file = await fetchOne(ctx, access, attachment, mostOfImport.bytes - bytes)
        files.set(index, file)
        count += 1
        bytes += file.sizeBytes
      } catch (error) {
        if (!(error instanceof Missing)) throw error
        notices.push(`Attachment "${shortened(attachment.name)}" was not imported. ${error.message}`)
      }
    }
  } catch (error) {
    await forgetAttachments(ctx, files)
    throw error
  }
  const more = attachments.length - mostOfIssue
  if (more > 0) notices.push(`${more} attachments were not imported. The maximum is ${mostOfIssue} for each issue`)
  return { files, notices }
}

/** Remove attachments from the storage whose issue was not created. */
export async function forgetAttachments(ctx: Context, files: ReadonlyMap<number, StoredFile>): Promise<void> {
  for (const { storageKey } of files.values()) await removeFile(ctx.services.settings, storageKey)
}

/** Count stored attachments for the limits of their import. */
export async function countAttachments(
  ctx: Context,
  importId: number,
  files: ReadonlyMap<number, StoredFile>,
): Promise<void> {
  if (files.size === 0) return
  const bytes = [...files.values()].reduce((sum, file) => sum + file.sizeBytes, 0)
  await sql`update issue_imports set attachment_count = attachment_count + ${files.size}, attachment_bytes = attachment_bytes + ${bytes}
    where id = ${importId}`.execute(ctx.db)
}

interface AttachmentAccess {
  readonly url: string
  /** Null once it was deleted, some time after the import stopped (`sweep.ts`). */
  readonly authorization: string | null
  readonly count: number
  readonly bytes: number
}

const hasAuthorization = (access: AttachmentAccess): access is AttachmentAccess & RemoteAccess =>
  access.authorization !== null

async function findAccess(ctx: Context, importId: number): Promise<AttachmentAccess | null> {
  const { rows } = await sql<AttachmentAccess>`
    select remote ->> 'url' as url, remote ->> 'authorization' as authorization, attachment_count as count, attachment_bytes as bytes
    from issue_imports where id = ${importId} and state = 'running' and remote is not null`.execute(ctx.db)
  return rows[0] ?? null
}

async function fetchOne(
  ctx: Context,
  access: RemoteAccess,
  { name, url, sizeBytes }: ImportedAttachment,
  leftBytes: number,
): Promise<StoredFile> {
  const address = URL.parse(url)
  if (address === null || address.origin !== new URL(access.url).origin || address.username !== '')
    throw new Missing('It is stored outside the Jira site')
  const { maxAttachmentSize } = await siteNow(ctx)
  const limitBytes = maxAttachmentSize * 1024 * 1024
  const maxBytes = Math.min(limitBytes, leftBytes)
  const tooLarge =
    maxBytes < limitBytes
      ? 'The import has reached its size limit for attachments'
      : `It is larger than ${maxAttachmentSize} MiB`
  if (sizeBytes !== null && sizeBytes > maxBytes) throw new Missing(tooLarge)
  const filename = cleanFilename(name)
  for (let tried = 0; ; tried += 1) {
    try {
      const stored = await download(ctx, access, address, maxBytes)
      if (stored !== null) return { ...stored, filename, mediaType: mediaTypeOf(filename) }
      if (tried >= pausesMs.length) throw new Missing('Jira is too busy to send it')
    } catch (error) {
      if (error instanceof AnswerTooLarge) throw new Missing(tooLarge, { cause: error })
      if (!(error instanceof NoAnswer)) throw error
      if (tried >= pausesMs.length || error.message.includes('not allowed'))
        throw new Missing(error.message, { cause: error })
    }
    await pause(pausesMs[tried])
  }
}

type Stored = Pick<StoredFile, 'storageKey' | 'sizeBytes'>

/**
 * Store the response of an address. Redirects are followed, each to an address that is checked like the first one; the
 * credentials are for the tracker itself, and are sent no more once a redirect has led elsewhere.
 *
 * @returns null when the tracker is busy
 */
async function download(ctx: Context, access: RemoteAccess, from: URL, maxBytes: number): Promise<Stored | null> {
  const { settings } = ctx.services
  let url = from
  let isTracker = true
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const answer: URL | Stored | Missing | null = await streamOutward(
      {
        url,
        headers: { accept: '*/*', ...(isTracker && { authorization: access.authorization }) },
        allowed: settings.webhooksTo,
        verifiesTls: true,
        timeoutMs,
        maxBytes,
      },
      async ({ status, headers, body }): Promise<URL | Stored | Missing | null> => {
        if (redirectStatuses.includes(status)) return locationOf(headers, url)
        if (status === 429 || status >= 500) return null
        if (status !== 200) return new Missing(refusalOf(status))
        if (Number(headers['content-length'] ?? 0) > maxBytes) throw new AnswerTooLarge('The response is too large')
        return store(ctx, body)
      },
    )
    if (answer instanceof Missing) throw answer
    if (!(answer instanceof URL)) return answer
    if (!/^https?:$/.test(answer.protocol) || (url.protocol === 'https:' && answer.protocol !== 'https:'))
      throw new Missing('Jira redirected to an insecure address')
    isTracker &&= answer.origin === from.origin
    url = answer
  }
  throw new Missing('Jira redirected too many times')
}

const redirectStatuses = [301, 302, 303, 307, 308]

const locationOf = ({ location = '' }: OutwardStream['headers'], base: URL): URL | Missing =>
  (location === '' ? null : URL.parse(location, base)) ?? new Missing('Jira redirected without an address')

function refusalOf(status: number): string {
  if (status === 404 || status === 410) return 'It no longer exists in Jira'
  return status === 401 || status === 403 ? 'Jira denied access to it' : `Jira answered ${status}`
}

async function store(ctx: Context, body: OutwardStream['body']): Promise<Stored> {
  let sizeBytes = 0
  const counted = async function* () {
    for await (const chunk of body) {
      sizeBytes += (chunk as Buffer).length
      yield chunk
    }
  }
  const storageKey = await putFile(ctx.services.settings, Readable.from(counted()))
  return { storageKey, sizeBytes }
}

const shortened = (name: string): string => [...name.replace(/\s+/g, ' ')].slice(0, 200).join('')
