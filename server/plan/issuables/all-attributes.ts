import { sql } from 'kysely'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { type FlagName, type PlainName, plainNames } from '#contract/plan/attributes/plain-attributes.ts'
import { assignees } from './attributes/assignees.ts'
import { confidential } from './attributes/confidential.ts'
import { contacts } from './attributes/contacts.ts'
import { dueDate, startDate } from './attributes/dates.ts'
import { description } from './attributes/description.ts'
import { discussionLocked } from './attributes/discussion-locked.ts'
import { escalationPolicy } from './attributes/escalation-policy.ts'
import { escalationStatus } from './attributes/escalation-status.ts'
import { healthStatus } from './attributes/health-status.ts'
import { iteration } from './attributes/iteration.ts'
import { labels } from './attributes/labels.ts'
import { milestone } from './attributes/milestone.ts'
import { parent } from './attributes/parent.ts'
import { reviewers } from './attributes/reviewers.ts'
import { severity } from './attributes/severity.ts'
import { title } from './attributes/title.ts'
import { type } from './attributes/type.ts'
import { weight } from './attributes/weight.ts'
import { type Attribute, type ChangeMail, type PlainParts, plainAttribute } from './define-attribute.ts'
import type { AttributeChange } from './events.ts'
import type { AttributeName, AttributeValues } from './values.ts'

/** The parts of plain attributes that their kinds do not give. */
const parts: { readonly [Name in FlagName]: PlainParts<Name> } & { readonly [Name in PlainName]?: PlainParts<Name> } = {
  confidential,
  startDate,
  dueDate,
  weight,
  healthStatus,
  severity,
  escalationStatus,
  discussionLocked,
}

const { confidential: confidentiality, ...otherPlain } = Object.fromEntries(
  // The parts of a name are of its type, and so is the attribute.
  plainNames.map(name => [name, plainAttribute<PlainName>(name, parts[name] as Partial<PlainParts<PlainName>>)]),
) as unknown as { readonly [Name in PlainName]: Attribute<Name> }

/** All attributes, in the order of their system notes. */
export const attributes: { readonly [Name in AttributeName]: Attribute<Name> } = {
  title,
  description,
  type,
  confidential: confidentiality,
  assignees,
  reviewers,
  labels,
  milestone,
  iteration,
  contacts,
  parent,
  ...otherPlain,
  escalationPolicy,
}

export const attributeNames = Object.keys(attributes) as readonly AttributeName[]

/** The attribute values of a new issuable. */
export const blank = Object.fromEntries(
  attributeNames.map(name => [name, attributes[name].blank]),
  // Every name has the blank value of its attribute.
) as unknown as AttributeValues

export const attributeIcons: Readonly<Record<string, string>> = Object.assign(
  {},
  ...attributeNames.map(name => attributes[name].icons),
)

/** The mail about a change; null when none is sent. */
export const mailOf = ({ attribute, from, to }: AttributeChange): ChangeMail | null =>
  // The values of a name are of its type. Descriptions, whose values are not logged, are not mailed.
  attributes[attribute].mail(from as never, to as never)

/** Attribute values by name, as columns of a select from `issuables i`. */
export const valueColumns = (names: readonly AttributeName[]) =>
  sql.join(names.map(name => sql`${attributes[name].storage.read} as ${sql.ref(name)}`))

/** The columns of `issuables` that store attributes, with their types. */
export const storedColumns = attributeNames.flatMap(name => {
  const { storage } = attributes[name]
  return 'table' in storage ? [] : [{ name: storage.column, type: storage.type }]
})

/** The names of the attributes that issuables of a series have. */
export const namesOf = (series: IssuableSeries): readonly AttributeName[] =>
  attributeNames.filter(name => attributes[name].onlyIn?.includes(series) ?? true)

/** The tables that store the attributes of a series, one row per list item. */
export const storedTables = (series: IssuableSeries) =>
  namesOf(series).flatMap(name => {
    const { storage } = attributes[name]
    return 'table' in storage ? [{ table: storage.table, column: storage.column }] : []
  })

/** Values as the database stores them: by column the stored value, by table the ids of its rows. */
export const storedValues = (values: AttributeValues, names: readonly AttributeName[] = attributeNames) =>
  Object.fromEntries(names.map(name => storedValue(name, values)))

function storedValue<Name extends AttributeName>(name: Name, values: AttributeValues) {
  const { storage } = attributes[name]
  return 'table' in storage
    ? ([storage.table, storage.ids(values[name])] as const)
    : ([storage.column, storage.write(values[name])] as const)
}
