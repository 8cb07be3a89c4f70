import type { Attribute, AttributeName, AttributeValues } from './attribute.ts'
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
export const blank: AttributeValues = {
  title: '',
  description: null,
  type: 'issue',
  confidential: false,
  assignees: [],
  labels: [],
  milestone: null,
  startDate: null,
  dueDate: null,
  weight: null,
  discussionLocked: false,
}
