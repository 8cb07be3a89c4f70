import { sql } from 'kysely'
import { type Context, transact } from '#server/context.ts'
import { TooLarge, Unavailable } from '#server/errors.ts'
import { patchId } from '#server/platform/git/commits/patch-id.ts'
import { repositoryOf } from '../../repository/open.ts'
import { beginningOf, type VersionRow } from './versions.ts'

/**
 * One request computes the ids of this many versions, the newest first; the next one those that remain of a longer
 * list.
 */
const atOnce = 20

interface Known {
  readonly id: number
  /** Empty where there is none. */
  readonly patchId: string
}

/**
 * The patch ids of versions; null where nothing changed or the id is unknown. They are computed when they are first asked for, as pushes need
 * none, and stored, as a version never changes.
 *
 * @param versions  newest first
 */
export async function patchIdsOf(
  ctx: Context,
  { namespaceId }: { readonly namespaceId: number },
  versions: readonly VersionRow[],
): Promise<(version: VersionRow) => string | null> {
  const { rows } = await sql<Known>`
    select id, patch_id from merge_request_versions where id = any (${versions.map(({ id }) => id)}::bigint[]) and patch_id is not null`.execute(
    ctx.db,
  )
  const found = new Map(rows.map(row => [row.id, row.patchId]))
  const unknown = versions.filter(({ id }) => !found.has(id)).slice(0, atOnce)
  const made = unknown.length === 0 ? [] : await compute(await repositoryOf(ctx, { id: namespaceId }), unknown)
  for (const { id, patchId } of made) found.set(id, patchId)
  if (made.length > 0)
    await transact(ctx, inner =>
      sql`update merge_request_versions v set patch_id = m.patch_id
        from unnest(${made.map(({ id }) => id)}::bigint[], ${made.map(({ patchId }) => patchId)}::text[]) m(id, patch_id)
        where v.id = m.id`.execute(inner.db),
    )
  return ({ id }) => found.get(id) || null
}

async function compute(dir: string | null, versions: readonly VersionRow[]): Promise<readonly Known[]> {
  const made: Known[] = []
  if (dir === null) return made
  // The versions are read one after another, as each takes two processes.
  for (const { id, baseSha, headSha } of versions)
    try {
      made.push({ id, patchId: (await patchId(dir, beginningOf({ baseSha }), headSha)) ?? '' })
    } catch (error) {
      if (error instanceof TooLarge) made.push({ id, patchId: '' })
      // The next request tries again.
      else if (!(error instanceof Unavailable)) throw error
    }
  return made
}
