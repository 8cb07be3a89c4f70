import { Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { operationsOf } from '#contract/operation.ts'
import { Nullable, Page, Words } from '#contract/shapes.ts'

const operation = operationsOf('Pages')

/** A contact as pages show it. @source CRM-004 */
export const Contact = Type.Object({
  id: Type.Integer(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  description: Type.String(),
  active: Type.Boolean(),
  organization: Nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
})

export const Organization = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  /** An amount of money, without a currency. */
  defaultRate: Nullable(Type.Number()),
  active: Type.Boolean(),
  contactsCount: Type.Integer(),
})

const list = {
  namespace: Type.String(),
  /** Active ones when left out. */
  state: Type.Optional(Words(['inactive', 'all'])),
  search: Type.Optional(Type.String({ maxLength: 255 })),
  page: Page.page,
}

const around = {
  namespace: PlaceHeader,
  permissions: Type.Object({ canAdminContacts: Type.Boolean() }),
  counts: Type.Object({ active: Type.Integer(), inactive: Type.Integer() }),
  hasNext: Type.Boolean(),
}

export const getGroupContactsPage = operation({
  name: 'getGroupContactsPage',
  summary: 'Get data for the contact list page of a group',
  at: 'GET /-/pages/group_contacts',
  input: Type.Object({ ...list, contactId: Type.Optional(Type.Integer()) }),
  reply: Type.Object({
    ...around,
    contacts: Type.Array(Contact),
    /** The contact that the address names. */
    contact: Nullable(Contact),
  }),
})

export const getGroupOrganizationsPage = operation({
  name: 'getGroupOrganizationsPage',
  summary: 'Get data for the organization list page of a group',
  at: 'GET /-/pages/group_organizations',
  input: Type.Object({ ...list, organizationId: Type.Optional(Type.Integer()) }),
  reply: Type.Object({
    ...around,
    organizations: Type.Array(Organization),
    /** The organization that the address names. */
    organization: Nullable(Organization),
  }),
})
