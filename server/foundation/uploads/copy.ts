import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

interface UploadNamespace {
  readonly id: number
  readonly fullPath: string
}

/**
 * Give a project the uploads that texts of another one name, so that its readers can open them: rows of its own for the same
 * stored files. One statement, none where no text names an upload.
 *
 * @returns writes a text with the new addresses
 */
export async function copyUploads(
  ctx: Context,
  from: UploadNamespace,
  to: UploadNamespace,
  texts: readonly string[],
): Promise<(text: string) => string> {
  const secrets = [...new Set(texts.flatMap(secretsIn))]
  if (secrets.length === 0 || from.id === to.id) return text => text
  const fresh = secrets.map(() => randomBytes(16).toString('hex'))
  // Held until the end: a file is removed only when no row names it.
  const { rows } = await sql<{ secret: string; fresh: string }>`
    with named as materialized (
      select u.*, g.fresh from uploads u join unnest(${secrets}::text[], ${fresh}::text[]) as g(secret, fresh) using (secret)
      where u.namespace_id = ${from.id} and u.purpose = 'attachment' order by u.id for key share of u
    ), copied as (
      insert into uploads (namespace_id, user_id, purpose, secret, filename, media_type, size_bytes, storage_key, width, height, created_at)
      select ${to.id}, user_id, purpose, fresh, filename, media_type, size_bytes, storage_key, width, height, ${ctx.now}::timestamptz from named
    )
    select distinct secret, fresh from named`.execute(ctx.db)
  const freshOf = new Map(rows.map(row => [row.secret, row.fresh]))
  return text => withFresh(text, freshOf, from, to)
}

const address = /\/uploads\/([0-9a-f]{32})(?=\/)/g

const secretsIn = (text: string): readonly string[] => [...text.matchAll(address)].map(([, secret = '']) => secret)

/** Addresses are written from the root of the project, from that of the site, or whole. */
function withFresh(
  text: string,
  freshOf: ReadonlyMap<string, string>,
  from: UploadNamespace,
  to: UploadNamespace,
): string {
  if (freshOf.size === 0) return text
  const written = new RegExp(
    `(/-/project/${from.id}|/${from.fullPath.replace(/[.+]/g, '\\$&')}|(?<![\\w.-]))/uploads/([0-9a-f]{32})(?=/)`,
    'g',
  )
  return text.replace(written, (whole, root: string, secret: string) => {
    const fresh = freshOf.get(secret)
    return fresh === undefined ? whole : `${root === '' ? '' : `/-/project/${to.id}`}/uploads/${fresh}`
  })
}
