import { sql } from 'kysely'
import type { Attribute } from './attribute.ts'
import { assignees } from './attributes/assignees.ts'
import { confidential } from './attributes/confidential.ts'
import { dueDate, startDate } from './attributes/dates.ts'
import { description } from './attributes/description.ts'
import { discussionLocked } from './attributes/discussion-locked.ts'
import { labels } from './attributes/labels.ts'
import { milestone } from './attributes/milestone.ts'
import { title } from './attributes/title.ts'
import { type } from './attributes/type.ts'
import { weight } from './attributes/weight.ts'
import type { AttributeName, AttributeValues } from './values.ts'

/** Every attribute that can be changed, in the order in which changes are told. */
export const attributes: { readonly [Name in AttributeName]: Attribute<Name> } = {
  title,
  description,
  type,
  confidential,
  assignees,
  labels,
  milestone,
  startDate,
  dueDate,
  weight,
  discussionLocked,
}

export const attributeNames = Object.keys(attributes) as readonly AttributeName[]

/** What an issuable is before anything was chosen. */
export const blank = Object.fromEntries(
  attributeNames.map(name => [name, attributes[name].blank]),
  // Every name has the blank value of its attribute.
) as unknown as AttributeValues

/** The values of attributes under their names, as columns of a select over `issuables i`. */
export const valueColumns = (names: readonly AttributeName[]) =>
  sql.join(names.map(name => sql`${attributes[name].storage.read} as ${sql.ref(name)}`))

/** The columns of `issuables` that hold attributes, with their types. */
export const heldColumns = attributeNames.flatMap(name => {
  const { storage } = attributes[name]
  return 'table' in storage ? [] : [{ name: storage.column, type: storage.type }]
})

/** The tables that hold attributes, a row for each member of a list. */
export const heldTables = attributeNames.flatMap(name => {
  const { storage } = attributes[name]
  return 'table' in storage ? [{ table: storage.table, column: storage.column }] : []
})

/** Values as the database holds them: of a column what stands in it, of a table the ids of its rows. */
export const heldValues = (values: AttributeValues, names: readonly AttributeName[] = attributeNames) =>
  Object.fromEntries(names.map(name => held(name, values)))

function held<Name extends AttributeName>(name: Name, values: AttributeValues) {
  const { storage } = attributes[name]
  return 'table' in storage
    ? ([storage.table, storage.ids(values[name])] as const)
    : ([storage.column, storage.write(values[name])] as const)
}
