import { getGroupContactsPage, getGroupOrganizationsPage } from '#contract/plan/contacts/contacts.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import type { PageAddress } from '#server/page-address.ts'

const contactsPage = (name: string, address: string): PageAddress => ({
  name,
  address: `/groups/:namespace/-/crm/contacts${address}`,
  operation: getGroupContactsPage,
  title: planTitles.contacts,
  module: 'plan/contacts/ContactsPage.tsx',
})

const organizationsPage = (name: string, address: string): PageAddress => ({
  name,
  address: `/groups/:namespace/-/crm/organizations${address}`,
  operation: getGroupOrganizationsPage,
  title: planTitles.organizations,
  module: 'plan/contacts/OrganizationsPage.tsx',
})

export const contactPages: readonly PageAddress[] = [
  contactsPage('group-contacts', ''),
  contactsPage('group-new-contact', '/new'),
  contactsPage('group-edit-contact', '/:contactId/edit'),
  organizationsPage('group-organizations', ''),
  organizationsPage('group-new-organization', '/new'),
  organizationsPage('group-edit-organization', '/:organizationId/edit'),
]
