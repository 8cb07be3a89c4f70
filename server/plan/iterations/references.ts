import { sql } from 'kysely'
import { visibleGroups } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import {
  askedBy,
  type ReferenceKind,
  type Resolved,
  siteBase,
  type TextNamespace,
} from '#server/discuss/references/reference-kind.ts'
import { iterationReferences, type ReferenceMatch } from '#server/platform/markdown/references.ts'
import { iterationPath, nameOf } from './iteration.ts'

interface IterationReferenceRow {
  readonly place: number
  readonly id: number
  readonly name: string
  readonly cadence: string
  readonly path: string
  /** The project or group through which it was named. */
  readonly throughPath: string
  readonly namespaceId: number
}

/**
 * `*iteration:12`, `*iteration:"Sprint 4"`: iterations of the groups above a project. A name means the latest iteration
 * with it.
 */
export const iterationKind: ReferenceKind = {
  kind: 'iteration',
  syntaxes: iterationReferences,
  visibleIds: (ctx, ids) => sql`select it.id::text as id from iterations it join namespaces n on n.id = it.namespace_id
    where it.id = any (${ids.filter(id => /^\d{1,18}$/.test(id))}::bigint[]) and ${visibleGroups(ctx.actor, 'n')}`,
  resolve: async (ctx: Context, namespace: TextNamespace | null, matches: readonly ReferenceMatch[]) => {
    const asked = matches.flatMap(match => askedBy(namespace, match))
    const answer = new Map<ReferenceMatch, Resolved>()
    if (asked.length === 0) return answer
    const { rows } = await sql<IterationReferenceRow>`
      select a.place, it.id, ${nameOf('it')} as name, c.title as cadence, ${iterationPath('it', 'n')} as path, it.namespace_id,
        through.full_path as through_path
      from unnest(${asked.map(each => each.path)}::text[], ${asked.map(each => each.match.target)}::text[])
        with ordinality as a(path, target, place)
      join namespaces through on case when a.path is null then through.id = ${namespace?.id ?? 0} else lower(through.full_path) = lower(a.path) end
      join iterations it on it.namespace_id = any (through.ancestor_ids)
        and (lower(${nameOf('it')}) = lower(a.target) or it.id::text = a.target)
      join iteration_cadences c on c.id = it.cadence_id join namespaces n on n.id = it.namespace_id
      order by a.place, it.due_date desc`.execute(ctx.db)
    for (const row of rows) {
      const match = asked[row.place - 1]?.match
      if (match === undefined || answer.has(match)) continue
      const isNear = namespace?.ancestorIds.includes(row.namespaceId) ?? false
      const data = { iteration: row.id, ...(isNear ? {} : { referenceId: row.id }) }
      answer.set(match, {
        through: row.throughPath,
        rendered: {
          href: `${siteBase(ctx)}${row.path}`,
          text: row.name,
          title: `Iteration of ${row.cadence}`,
          classes: '',
          data,
        },
      })
    }
    return answer
  },
}
