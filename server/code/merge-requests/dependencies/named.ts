import { sql } from 'kysely'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { numberedKind } from '#server/discuss/references/kinds/issues.ts'
import { matchOf } from '#server/discuss/references/match-of.ts'
import { Malformed } from '#server/errors.ts'
import { mergeRequestReferences } from '#server/platform/markdown/references.ts'
import type { MergeRequestRow } from '../find.ts'
import { messages } from './messages.ts'

const kind = numberedKind('merge_request', mergeRequestReferences)

/** References that are read at a time. */
const maxReferences = 100

/**
 * The merge requests that references name (`!12`, `project!12`, `group/project!12`, an address), by id. A plain number is one of the
 * same project.
 *
 * @throws Malformed  one of them names none that the actor may know of
 */
export async function namedMergeRequests(
  ctx: Context,
  { namespaceId, namespacePath, ancestorIds }: MergeRequestRow,
  references: readonly string[],
): Promise<readonly number[]> {
  if (references.length > maxReferences) throw new Malformed(messages.tooMany(maxReferences))
  const words = references.map(reference => reference.trim())
  const matches = words.map(word => matchOf(ctx, /^\d+$/.test(word) ? `!${word}` : word, mergeRequestReferences))
  const asked = matches.filter(match => match !== null)
  const place = { id: namespaceId, fullPath: namespacePath, ancestorIds }
  const resolved = asked.length === 0 ? new Map() : await kind.resolve(ctx, place, asked)
  const ids = matches.map(match => (match === null ? null : (resolved.get(match)?.issuableId ?? null)))
  const { rows } = await sql<{ id: number }>`
    select i.id from issuables i where i.id = any (${ids.filter(id => id !== null)}::bigint[])
      and ${visibleIssuables(ctx.actor, 'i', { series: 'merge_request' })}`.execute(ctx.db)
  const known = new Set(rows.map(({ id }) => id))
  const unknown = words.filter((_word, index) => !known.has(ids[index] ?? 0))
  if (unknown.length > 0) throw new Malformed(messages.unknown(unknown))
  return [...new Set(ids.filter(id => id !== null))]
}
