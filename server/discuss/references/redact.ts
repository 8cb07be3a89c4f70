import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { redact, type StoredReference, storedReferences } from '#server/platform/markdown/redact.ts'

/**
 * Redact stored HTML for the actor: references to targets that they may not know of become the typed text.
 *
 * One statement for all of a page's texts, none when no text holds a reference that anyone may not see.
 */
export async function redactFor(ctx: Context, htmls: readonly string[]): Promise<readonly string[]> {
  const found = new Map<string, StoredReference>()
  for (const html of htmls) {
    if (!html.includes('data-reference-id="')) continue
    for (const reference of storedReferences(html)) found.set(keyOf(reference), reference)
  }
  if (found.size === 0) return htmls
  const visible = await visibleReferences(ctx, [...found.values()])
  return htmls.map(html => redact(html, reference => visible.has(keyOf(reference))))
}

async function visibleReferences(ctx: Context, references: readonly StoredReference[]): Promise<ReadonlySet<string>> {
  const selects = []
  for (const [name, group] of Map.groupBy(references, each => each.kind)) {
    const kind = ctx.services.plugs.referenceKinds.find(each => each.kind === name)
    // A reference of a kind that no slice plugs in is hidden.
    if (kind?.visibleIds === undefined) continue
    const ids = kind.visibleIds(
      ctx,
      group.map(each => each.id),
    )
    selects.push(sql`select ${name}::text as kind, v.id from (${ids}) v`)
  }
  if (selects.length === 0) return new Set()
  const { rows } = await sql<StoredReference>`${sql.join(selects, sql` union all `)}`.execute(ctx.db)
  return new Set(rows.map(keyOf))
}

const keyOf = (reference: StoredReference): string => `${reference.kind}/${reference.id}`
