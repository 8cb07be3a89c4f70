import { sql } from 'kysely'
import { issuableKindOf, issuableKinds } from '#contract/issuable-kinds.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { issueKind } from '#server/discuss/references/kinds/issues.ts'
import { matchOf } from '#server/discuss/references/match-of.ts'
import { Conflict, Forbidden, Invalid, Unprocessable } from '#server/errors.ts'
import { asChangeSets } from '#server/plan/change-sets/as-change-sets.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { problemSentences } from '#server/plan/issuables/changes/problem-sentences.ts'
import { type Neighbours, reorderChild } from '#server/plan/issuables/children.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { issueReferences } from '#server/platform/markdown/references.ts'
import { concurrently } from '#server/platform/sql/concurrently.ts'
import { loadWorkItem } from './find.ts'

/**
 * A user who may link others to an issue may add items that they may edit. Epics accept items that their readers may
 * edit.
 */
const abilityOf = (parent: { readonly type: string }) =>
  parent.type === 'epic' ? ('issuable:read' as const) : ('issuable:link' as const)

/** A work item that others may be put into. @throws NotFound, Forbidden */
export async function loadParent(ctx: Context, id: number): Promise<IssuableRow> {
  const parent = await loadWorkItem(ctx, 'issuable:read', id)
  if (!may(ctx.actor, abilityOf(parent), parent.facts)) throw new Forbidden()
  return parent
}

/**
 * Put a work item into another one; it leaves its former parent.
 *
 * @throws NotFound  one that the actor may not know of
 * @throws Forbidden  one that is not theirs to edit
 * @throws Invalid  of a type, or a group tree, that does not fit
 */
export async function setParent(ctx: Context, childId: number, parentId: number | null): Promise<void> {
  const child = await loadWorkItem(ctx, 'issuable:update', childId)
  if (parentId !== null) await loadParent(ctx, parentId)
  await changeIssuable(ctx, child, { parent: parentId }, { isStrict: true })
}

/**
 * Put work items into one, with as many statements as for one of them.
 *
 * @throws  as `setParent`
 */
export async function addTo(ctx: Context, parentId: number, childIds: readonly number[]): Promise<void> {
  await loadParent(ctx, parentId)
  // The items join one parent: none becomes a parent of another, and `refuseParent` counts them together.
  await concurrently(ctx.db, [...new Set(childIds)], async childId => {
    const child = await loadWorkItem(ctx, 'issuable:update', childId)
    await changeIssuable(ctx, child, { parent: parentId }, { isStrict: true })
  })
}

/**
 * Put the items that references name into an issue, all or none.
 *
 * @returns the ids of the change sets to undo
 * @throws Unprocessable  a reference names none that the actor may know of, or one that does not fit
 */
export async function addNamed(
  ctx: Context,
  parent: Allowed<'issuable:link', IssuableRow>,
  references: readonly string[],
): Promise<readonly number[]> {
  const words = references.map(word => word.trim())
  const matches = words.map(word => matchOf(ctx, /^\d+$/.test(word) ? `#${word}` : word, issueReferences))
  const asked = matches.filter(match => match !== null)
  const place = { id: parent.namespaceId, fullPath: parent.namespacePath, ancestorIds: parent.ancestorIds }
  const resolved = asked.length === 0 ? new Map() : await issueKind.resolve(ctx, place, asked)
  const ids = matches.map(match => (match === null ? undefined : resolved.get(match)?.issuableId))
  const { rows } = await sql<{ id: number; namespaceId: number }>`
    select i.id, i.namespace_id from issuables i where i.id = any (${ids.filter(id => id !== undefined)}::bigint[])
      and ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })}`.execute(ctx.db)
  const known = new Set(rows.map(({ id }) => id))
  const unknown = words.filter((_word, index) => !known.has(ids[index] ?? 0))
  if (unknown.length > 0) throw new Unprocessable(`No item was found for ${unknown.join(', ')}`)
  try {
    return await asChangeSets(ctx, 'issue', rows, async (inner, { id }) => {
      const child = await loadWorkItem(inner, 'issuable:update', id)
      await changeIssuable(inner, child, { parent: parent.id }, { isStrict: true })
    })
  } catch (error) {
    if (error instanceof Conflict) throw new Unprocessable(error.message, { cause: error })
    if (error instanceof Invalid)
      throw new Unprocessable(
        error.fields !== null && 'parent' in error.fields
          ? `Only tasks of the same top-level group can be added to this ${parent.type}`
          : problemSentences(error).join('. '),
        { cause: error },
      )
    throw error
  }
}

/** Put a child in front of or behind another one of the same parent. @throws NotFound, Forbidden, Unprocessable */
export async function reorderIn(ctx: Context, parentId: number, childId: number, at: Neighbours): Promise<void> {
  const parent = await loadWorkItem(ctx, 'issuable:set-metadata', parentId)
  const child = await loadWorkItem(ctx, 'issuable:read', childId)
  const { series } = issuableKinds[issuableKindOf(child.type)]
  await reorderChild(ctx, parent, series === 'epic' ? 'epic' : 'issue', childId, at)
}

/** The id of a work item's parent; null when it has none that the actor may know of. */
export async function parentIdOf(ctx: Context, id: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select p.id from issuables i join issuables p on p.id = i.parent_id where i.id = ${id} and ${visibleIssuables(ctx.actor, 'p')}`.execute(
    ctx.db,
  )
  return rows[0]?.id ?? null
}
