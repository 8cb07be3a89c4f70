import { groupTopic } from '#contract/live-topics.ts'
import { getGroupContactsPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { contactsInput } from '#web/plan/page-input.ts'
import { fullName, phoneHref } from '#web/plan/pickers/contact-words.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { ContactDialog } from './ContactDialog.tsx'
import { activateContact, type ContactData, type ContactsPageData } from './calls.ts'
import { type Opens, useEdited } from './edited.ts'
import { ListFrame } from './ListFrame.tsx'
import { Detail, Row } from './Row.tsx'

function Contacts({ opens }: { readonly opens?: Opens }) {
  const { namespace = '', contactId } = usePageParams()
  const { data } = useReading(getGroupContactsPage, contactsInput(namespace, usePageSearch(), { contactId }), {
    keepPrevious: true,
    topics: page => [groupTopic(page.namespace.id)],
  })
  return data === undefined ? <PlaceListSkeleton title="Contacts" /> : <Shown page={data} opens={opens} />
}

export const ContactsPage = () => <Contacts />
export const NewContactPage = () => <Contacts opens="new" />
export const EditContactPage = () => <Contacts opens="edit" />

function Shown({ page, opens }: { readonly page: ContactsPageData; readonly opens: Opens }) {
  const { namespace, permissions, contacts } = page
  const { edited, edit, close } = useEdited(page, 'contacts', contacts, { opens, named: page.contact })
  return (
    <ListFrame
      page={page}
      of="contacts"
      onNew={() => edit('new')}
      list={
        contacts.length === 0 ? null : (
          <List aria-label="Contacts">
            {contacts.map(contact => (
              <ContactRow
                key={contact.id}
                contact={contact}
                canAdmin={permissions.canAdminContacts}
                onEdit={() => edit(contact)}
              />
            ))}
          </List>
        )
      }
    >
      {edited !== null && (
        <ContactDialog group={namespace} contact={edited === 'new' ? null : edited} onClose={close} />
      )}
    </ListFrame>
  )
}

interface ContactRowProps {
  readonly contact: ContactData
  readonly canAdmin: boolean
  readonly onEdit: () => void
}

/** @source CRM-002 */
function ContactRow({ contact, canAdmin, onEdit }: ContactRowProps) {
  const { id, email, phone, description, organization, active } = contact
  return (
    <Row
      name={fullName(contact)}
      isActive={active}
      details={
        <>
          {organization !== null && <Detail>{organization.name}</Detail>}
          {description !== '' && <Detail>{description}</Detail>}
        </>
      }
      beside={
        <>
          {email !== null && (
            <TextLink tone="plain" href={`mailto:${email}`}>
              {email}
            </TextLink>
          )}
          {phone !== null && (
            <TextLink tone="muted" href={phoneHref(phone)}>
              {phone}
            </TextLink>
          )}
        </>
      }
      canAdmin={canAdmin}
      onEdit={onEdit}
      activate={wanted => activateContact(id, wanted)}
    />
  )
}
