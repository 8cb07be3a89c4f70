import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { filled } from '#server/foundation/badges/address.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { coversName } from '../protected-refs/name-pattern.ts'

/** The address at which the files of a project are shown outside, for instance as the pages of a site. */
export interface FilePreview {
  /** A template of the URL, with placeholders. */
  readonly url: string
  /** A path, `*` for any characters; null: all files. */
  readonly paths: string | null
}

/** The setting of a project; null where its files are shown nowhere else. */
export async function filePreviewOf(ctx: Context, projectId: number): Promise<FilePreview | null> {
  const { rows } = await sql<FilePreview>`
    select file_preview_url as url, file_preview_paths as paths from projects where id = ${projectId} and file_preview_url <> ''`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

/**
 * The address of one file outside, and the host that a link names.
 *
 * @source DIFF-014
 */
export function previewOf(
  preview: FilePreview | null | undefined,
  commitId: Oid,
  path: string,
): { readonly externalUrl: string; readonly formattedExternalUrl: string } | null {
  if (preview == null || (preview.paths !== null && preview.paths !== '' && !coversName(preview.paths, path)))
    return null
  const externalUrl = filled(preview.url, { commit_sha: commitId, file_path: path })
  const host = URL.parse(externalUrl)?.host
  return host === undefined ? null : { externalUrl, formattedExternalUrl: host }
}
