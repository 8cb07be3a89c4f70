import { type RawBuilder, sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { finder } from '#server/access/load.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import { readsContacts } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { namespaceIs } from '#server/foundation/namespaces/find.ts'
import { refuseMoved } from '#server/foundation/namespaces/moved.ts'

/** A top-level group with contacts turned on. */
export interface ContactGroup {
  readonly id: number
  readonly fullPath: string
}

interface OfGroup {
  readonly id: number
  readonly namespaceId: number
}

/** A top-level group that keeps contacts, by its id or full path. Others have none, and no page of them. */
export const contactGroup = finder('group', 'Group', findContactGroup)

/** The same, of the address of a page. */
export const contactGroupByPath = finder(
  'group',
  'Group',
  (ctx: Context, { namespace }: { readonly namespace: string }) => findContactGroup(ctx, namespace),
)

async function findContactGroup(ctx: Context, ref: number | string) {
  const found = await findOne<ContactGroup>(
    ctx,
    sql`select n.id, n.full_path, ${namespaceFacts(ctx.actor, 'n')} as facts from namespaces n
      where ${namespaceIs(ref)} and ${keepsContacts}`,
  )
  if (found === null) await refuseMoved(ctx, ref, 'group')
  return found
}

/** Users who cannot read the contacts of a group cannot tell ids in use from others. */
export const contactById = finder('group', 'Contact', (ctx: Context, id: number) =>
  findOne<OfGroup>(ctx, ofGroup(ctx, sql`contacts`, id)),
)

export const organizationById = finder('group', 'Organization', (ctx: Context, id: number) =>
  findOne<OfGroup>(ctx, ofGroup(ctx, sql`organizations`, id)),
)

const keepsContacts = sql`n.kind = 'group' and n.parent_id is null
  and exists (select 1 from groups g where g.id = n.id and g.contacts_enabled)`

const ofGroup = (ctx: Context, table: RawBuilder<unknown>, id: number) => sql`
  select o.id, o.namespace_id, ${namespaceFacts(ctx.actor, 'n')} as facts
  from ${table} o join namespaces n on n.id = o.namespace_id where o.id = ${id} and ${keepsContacts} and ${readsContacts(ctx.actor, sql`n.id`)}`

async function findOne<Row extends object>(ctx: Context, select: RawBuilder<unknown>) {
  const { rows } = await sql<Row & { readonly facts: NamespaceFacts }>`${select}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) return null
  const { facts, ...row } = found
  // Without the facts, the columns of the row are left.
  return { row: row as unknown as Row, facts }
}
