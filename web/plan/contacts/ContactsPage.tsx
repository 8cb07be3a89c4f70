import { useState } from 'react'
import { groupTopic } from '#contract/live-topics.ts'
import { getGroupContactsPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams, usePageSearch } from '#web/api/route.tsx'
import { PlaceListSkeleton } from '#web/plan/PlaceListSkeleton.tsx'
import { contactsInput } from '#web/plan/page-input.ts'
import { fullName, phoneHref } from '#web/plan/pickers/contact-words.ts'
import { useCall } from '#web/plan/use-call.ts'
import { RowMenu } from '#web/ui/actions/RowMenu.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { ContactDialog } from './ContactDialog.tsx'
import styles from './Contacts.module.css'
import { activateContact, type ContactData, type ContactsPageData, contactReadings } from './calls.ts'
import { ListFrame } from './ListFrame.tsx'

interface ContactsProps {
  /** What the address opens. */
  readonly opens?: 'new' | 'edit'
}

function Contacts({ opens }: ContactsProps) {
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

type Edited = ContactData | 'new' | null

function Shown({ page, opens }: { readonly page: ContactsPageData; readonly opens: ContactsProps['opens'] }) {
  const { namespace, permissions, contacts } = page
  const goTo = useGoTo()
  const named = opens === 'new' ? 'new' : opens === 'edit' ? page.contact : null
  const [edited, setEdited] = useState<Edited>(permissions.canAdminContacts ? named : null)
  function close() {
    setEdited(null)
    if (opens !== undefined) goTo(`/groups/${namespace.fullPath}/-/crm/contacts`, { replace: true })
  }
  return (
    <ListFrame
      page={page}
      of="contacts"
      onNew={() => setEdited('new')}
      list={
        contacts.length === 0 ? null : (
          <List aria-label="Contacts">
            {contacts.map(contact => (
              <Row key={contact.id} contact={contact} canAdmin={permissions.canAdminContacts} onEdit={setEdited} />
            ))}
          </List>
        )
      }
    >
      {edited !== null && (
        <ContactDialog
          group={namespace}
          contact={edited === 'new' ? null : (contacts.find(({ id }) => id === edited.id) ?? edited)}
          onClose={close}
        />
      )}
    </ListFrame>
  )
}

interface RowProps {
  readonly contact: ContactData
  readonly canAdmin: boolean
  readonly onEdit: (contact: ContactData) => void
}

/** @source CRM-002 */
function Row({ contact, canAdmin, onEdit }: RowProps) {
  const { email, phone, description, organization, active } = contact
  const name = fullName(contact)
  const activate = useCall((wanted: boolean) => activateContact(contact.id, wanted), {
    refreshes: contactReadings,
    saysErrors: true,
    onSuccess: (_, wanted) => showToast(`${name} ${wanted ? 'activated' : 'deactivated'}`),
  })
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
          {!active && <span className={styles.note}>Inactive</span>}
        </span>
        {organization !== null && <bdi className={styles.detail}>{organization.name}</bdi>}
        {description !== '' && <bdi className={styles.detail}>{description}</bdi>}
      </div>
      <div className={styles.reach}>
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
      </div>
      {canAdmin && (
        <RowMenu
          label={`Actions for ${name}`}
          items={[
            { label: 'Edit', onSelect: () => onEdit(contact) },
            { label: active ? 'Deactivate' : 'Activate', onSelect: () => activate.mutate(!active) },
          ]}
        />
      )}
    </li>
  )
}
