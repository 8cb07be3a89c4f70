import { gid } from '#contract/gid.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { query } from '#web/api/graphql.ts'
import { getGroupContactsPage, getGroupOrganizationsPage } from '#web/api/operations.gen.ts'
import { searchContacts } from '#web/plan/pickers/search-contacts.graphql.gen.ts'
import { createContact } from './create-contact.graphql.gen.ts'
import { createOrganization } from './create-organization.graphql.gen.ts'
import { searchOrganizations } from './search-organizations.graphql.gen.ts'
import { updateContact } from './update-contact.graphql.gen.ts'
import { updateOrganization } from './update-organization.graphql.gen.ts'

export type ContactsPageData = ReplyOf<typeof import('#contract/plan/contacts/contacts.ts').getGroupContactsPage>
export type OrganizationsPageData = ReplyOf<
  typeof import('#contract/plan/contacts/contacts.ts').getGroupOrganizationsPage
>
export type ContactData = ContactsPageData['contacts'][number]
export type OrganizationData = OrganizationsPageData['organizations'][number]

/** The queries that a change of contacts and organizations makes stale. */
export const contactReadings = [getGroupContactsPage, getGroupOrganizationsPage, searchContacts, searchOrganizations]

export interface ContactValues {
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly phone: string | null
  readonly description: string
  readonly organizationId: number | null
}

export interface OrganizationValues {
  readonly name: string
  readonly description: string
  readonly defaultRate: number | null
}

const groupGid = (id: number): string => gid('Group', id)
const contactGid = (id: number): string => gid('CustomerRelations::Contact', id)
const organizationGid = (id: number): string => gid('CustomerRelations::Organization', id)

const onWire = <T extends Partial<ContactValues>>({ organizationId, ...values }: T) => ({
  ...values,
  ...(organizationId === undefined
    ? {}
    : { organizationId: organizationId === null ? null : organizationGid(organizationId) }),
})

export const addContact = (groupId: number, { firstName, lastName, ...values }: ContactValues): Promise<unknown> =>
  query(createContact, { groupId: groupGid(groupId), firstName, lastName, ...onWire(values) })

/** @param expected  the former values of the changed fields */
export const saveContact = (
  id: number,
  changes: Partial<ContactValues>,
  expected: Partial<ContactValues>,
): Promise<unknown> => query(updateContact, { id: contactGid(id), ...onWire(changes), expected: onWire(expected) })

export const addOrganization = (groupId: number, values: OrganizationValues): Promise<unknown> =>
  query(createOrganization, { groupId: groupGid(groupId), ...values })

/** @param expected  the former values of the changed fields */
export const saveOrganization = (
  id: number,
  changes: Partial<OrganizationValues>,
  expected: Partial<OrganizationValues>,
): Promise<unknown> => query(updateOrganization, { id: organizationGid(id), ...changes, expected })

export const activateContact = (id: number, active: boolean): Promise<unknown> =>
  query(updateContact, { id: contactGid(id), active })

export const activateOrganization = (id: number, active: boolean): Promise<unknown> =>
  query(updateOrganization, { id: organizationGid(id), active })
