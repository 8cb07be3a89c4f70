import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { CustomAttribute } from '#contract/foundation/custom-attributes.ts'
import { namespaceTopic, userTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { customAttributeTables } from './filter.ts'

/** The owner of the attributes. The caller has loaded it. */
export interface AttributeOwner {
  readonly kind: 'user' | 'group' | 'project'
  readonly id: number
}

type Attribute = Static<typeof CustomAttribute>

function place({ kind }: AttributeOwner) {
  const { table, owner } = customAttributeTables[kind === 'user' ? 'user' : 'namespace']
  return { table: sql.ref(table), owner: sql.ref(owner) }
}

export async function listAttributes(ctx: Context, it: AttributeOwner): Promise<Attribute[]> {
  const { table, owner } = place(it)
  const { rows } = await sql<Attribute>`select key, value from ${table} where ${owner} = ${it.id} order by key`.execute(
    ctx.db,
  )
  return rows
}

/** @throws NotFound  no attribute with that key */
export async function showAttribute(ctx: Context, it: AttributeOwner, key: string): Promise<Attribute> {
  const { table, owner } = place(it)
  const { rows } =
    await sql<Attribute>`select key, value from ${table} where ${owner} = ${it.id} and key = ${key}`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Custom Attribute')
  return rows[0]
}

/** Add an attribute, or give it another value. */
export async function setAttribute(ctx: Context, it: AttributeOwner, { key, value }: Attribute): Promise<Attribute> {
  const { table, owner } = place(it)
  await sql`insert into ${table} (${owner}, key, value, created_at, updated_at)
    values (${it.id}, ${key}, ${value}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz)
    on conflict (${owner}, key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(ctx.db)
  await ctx.events.record('custom_attribute.set', { ...ownerOf(it), key }, told(it))
  return { key, value }
}

/** @throws NotFound  no attribute with that key */
export async function deleteAttribute(ctx: Context, it: AttributeOwner, key: string): Promise<void> {
  const { table, owner } = place(it)
  const { numAffectedRows } = await sql`delete from ${table} where ${owner} = ${it.id} and key = ${key}`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new NotFound('Custom Attribute')
  await ctx.events.record('custom_attribute.deleted', { ...ownerOf(it), key }, told(it))
}

const ownerOf = ({ kind, id }: AttributeOwner) => ({ kind, id })

// The event has no namespace: the events of a project or group are read by its members, and attributes are for
// administrators only.
const told = ({ kind, id }: AttributeOwner) => ({
  topics: [kind === 'user' ? userTopic(id) : namespaceTopic({ kind, id })],
})
