import { sql } from 'kysely'
import type { IssuableFacts } from '#server/access/facts.ts'
import { issuableFacts } from '#server/access/issuable-facts.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { issueKind } from '#server/discuss/references/kinds/issues.ts'
import { matchOf } from '#server/discuss/references/match-of.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { issueReferences } from '#server/platform/markdown/references.ts'

/** An issue that a user named, with the facts that linking it needs. */
export interface NamedIssue {
  /** The typed reference. */
  readonly reference: string
  readonly id: number
  readonly namespaceId: number
  readonly ancestorIds: readonly number[]
  readonly facts: IssuableFacts
}

/** References as people type them, one behind the other. A plain number is one of the same project. @source RELATED-009, RELATED-010 */
export function splitReferences(text: string): readonly string[] {
  const words = text.split(/[\s,]+/).filter(word => word !== '')
  return [...new Set(words.map(word => (/^\d+$/.test(word) ? `#${word}` : word)))]
}

/**
 * The issues that references name, as far as the actor may know of them; null for each that names none.
 * Two statements, however many.
 */
export async function findNamed(
  ctx: Context,
  namespace: TextNamespace,
  references: readonly string[],
): Promise<readonly (NamedIssue | null)[]> {
  const matches = references.map(reference => matchOf(ctx, reference, issueReferences))
  const asked = matches.filter(match => match !== null)
  if (asked.length === 0) return references.map(() => null)
  const resolved = await issueKind.resolve(ctx, namespace, asked)
  const ids = [...new Set([...resolved.values()].flatMap(each => each.issuableId ?? []))]
  const { rows } = await sql<Omit<NamedIssue, 'reference'>>`
    select i.id, i.namespace_id, n.ancestor_ids, ${issuableFacts(ctx.actor, 'i', 'n', 'issue')} as facts
    from issuables i join namespaces n on n.id = i.namespace_id
    where i.id = any (${ids}::bigint[]) and ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })}`.execute(ctx.db)
  const byId = new Map(rows.map(row => [row.id, row]))
  return matches.map((match, index) => {
    const row = match === null ? undefined : byId.get(resolved.get(match)?.issuableId ?? 0)
    return row === undefined ? null : { ...row, reference: references[index] ?? '' }
  })
}
