import { type RawBuilder, sql } from 'kysely'
import { byPlaceKind } from '#contract/foundation/places.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { finder } from '#server/access/load.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import { namespaceIs } from '#server/foundation/namespaces/find.ts'
import { refuseMoved } from '#server/foundation/namespaces/moved.ts'

export interface LabelRow {
  readonly id: number
  readonly title: string
  /** The id of the project or group through which it was found. */
  readonly placeId: number
  readonly placeKind: 'project' | 'group'
  readonly parentId: number | null
  /** The id of the project or group that owns it. */
  readonly namespaceId: number
  readonly updatedAt: string
}

interface LabelKey {
  readonly id: number | string
  readonly labelId?: number | string | undefined
  /** The older forms name the label in the body. */
  readonly name?: string | undefined
}

async function find(ctx: Context, kind: 'project' | 'group', key: LabelKey, owners: RawBuilder<unknown>) {
  const ref = key.labelId ?? key.name
  if (ref === undefined) throw new Malformed('label_id, name are missing, exactly one parameter must be provided')
  const isLabel = typeof ref === 'number' ? sql`(l.id = ${ref} or l.title = ${String(ref)})` : sql`l.title = ${ref}`
  const { rows } = await sql<FoundLabel>`
    select ${columns(ctx)} from namespaces n join labels l on ${owners} and ${isLabel}
    where ${namespaceIs(key.id)} and n.kind = ${kind}
    order by l.namespace_id = n.id desc, l.id::text = ${String(ref)} desc, array_position(n.ancestor_ids, l.namespace_id) desc limit 1`.execute(
    ctx.db,
  )
  const found = rows[0]
  if (found === undefined) {
    await refuseMoved(ctx, key.id, kind)
    return null
  }
  return allowed(found)
}

type FoundLabel = LabelRow & { readonly facts: NamespaceFacts }

/** The columns of `labels l`, seen through `namespaces n`. */
const columns = (ctx: Context): RawBuilder<unknown> =>
  sql`l.id, l.title, n.id as place_id, n.kind as place_kind, n.parent_id, l.namespace_id, l.updated_at, ${namespaceFacts(ctx.actor, 'n')} as facts`

function allowed({ facts, ...row }: FoundLabel): { readonly row: LabelRow; readonly facts: NamespaceFacts } {
  return { row, facts }
}

const own = sql`l.namespace_id = n.id`
const within = sql`l.namespace_id = any (n.ancestor_ids)`

/** A label that a project or group, or one of the groups above it, owns. */
export const labelOf = byPlaceKind(kind =>
  finder('label', 'Label', (ctx: Context, key: LabelKey & { readonly includeAncestorGroups?: boolean }) =>
    find(ctx, kind, key, key.includeAncestorGroups === false ? own : within),
  ),
)

/** A label that the project or group itself owns. */
export const ownLabelOf = byPlaceKind(kind =>
  finder('label', 'Label', (ctx: Context, key: LabelKey) => find(ctx, kind, key, own)),
)

/** The same, by its id and the path of the project or group. */
export const labelToMerge = byPlaceKind(kind =>
  finder(
    'label',
    'Label',
    (ctx: Context, { namespace, labelId }: { readonly namespace: string; readonly labelId: number }) =>
      find(ctx, kind, { id: namespace, labelId }, own),
  ),
)

/** A label by its id alone. */
export const labelById = finder('label', 'Label', async (ctx: Context, id: number) => {
  const { rows } = await sql<FoundLabel>`
    select ${columns(ctx)} from labels l join namespaces n on n.id = l.namespace_id where l.id = ${id}`.execute(ctx.db)
  return rows[0] === undefined ? null : allowed(rows[0])
})
