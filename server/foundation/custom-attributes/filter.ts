import { type RawBuilder, sql } from 'kysely'
import { isAdmin } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import { object } from '#server/platform/sql/shape.ts'

/** The tables of the attributes by kind of owner. */
export const customAttributeTables = {
  user: { table: 'user_custom_attributes', owner: 'user_id' },
  namespace: { table: 'namespace_custom_attributes', owner: 'namespace_id' },
} as const

type AttributeOwnerKind = keyof typeof customAttributeTables

/** The filters of a list or a read. */
export interface CustomAttributeFilters {
  readonly withCustomAttributes?: boolean
  readonly customAttributes?: Readonly<Record<string, string>>
}

/** Whether to show the attributes: to administrators only. */
export const showsCustomAttributes = ({ actor }: Context, { withCustomAttributes }: CustomAttributeFilters): boolean =>
  withCustomAttributes === true && isAdmin(actor)

/**
 * The condition of a list for the attributes it is filtered by; none unless the actor is an administrator.
 *
 * @param id  of the owner, a column of the statement
 */
export function customAttributeConditions(
  { actor }: Context,
  kind: AttributeOwnerKind,
  id: RawBuilder<unknown>,
  { customAttributes = {} }: CustomAttributeFilters,
): RawBuilder<boolean>[] {
  const keys = Object.keys(customAttributes)
  if (!isAdmin(actor) || keys.length === 0) return []
  const { table, owner } = customAttributeTables[kind]
  // One condition for all of them: the planner takes seconds over some hundred subqueries. An owner has each key only
  // once.
  return [
    sql<boolean>`${id} in (select ca.${sql.ref(owner)} from unnest(${keys}::text[], ${Object.values(customAttributes)}::text[]) wanted (key, value)
      join ${sql.ref(table)} ca on ca.key = wanted.key and ca.value = wanted.value
      group by ca.${sql.ref(owner)} having count(*) = ${keys.length})`,
  ]
}

/** The attributes of an owner as a JSON list by key. */
export function customAttributesJson(kind: AttributeOwnerKind, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const { table, owner } = customAttributeTables[kind]
  return sql`(select coalesce(json_agg(${object({ key: sql`ca.key`, value: sql`ca.value` })} order by ca.key), '[]'::json)
    from ${sql.ref(table)} ca where ca.${sql.ref(owner)} = ${id})`
}
