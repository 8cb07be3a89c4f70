import { PersonIcon } from '@primer/octicons-react'
import { call } from '#web/api/client.ts'
import { updateIssueEntity } from '#web/api/operations.gen.ts'
import type { Carried } from '#web/api/own-writes.ts'
import type { Target } from '#web/plan/issuable/issuable-context.tsx'
import { Empty } from '#web/plan/issuable/sidebar/values.tsx'
import widget from '#web/plan/issuable/sidebar/widgets/widgets.module.css'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { contactMessages } from '#web/plan/pickers/contact-messages.ts'
import { fullName, phoneHref } from '#web/plan/pickers/contact-words.ts'
import { changeWords, idsOf, type ListChange, undoOfList, withChange } from '#web/plan/pickers/list-change.ts'
import { useMarking } from '#web/plan/pickers/marking.ts'
import type { ContactChoice } from '#web/plan/pickers/search.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useIssuePage } from '../issue-page-context.ts'
import styles from './ContactsWidget.module.css'

const ContactPicker = onDemand(() => import('#web/plan/pickers/ContactPicker.tsx').then(module => module.ContactPicker))

/** Sends only additions and removals. @source CRM-003 */
function saveContacts(
  { namespace, iid }: Target,
  { added, removed }: ListChange<{ readonly id: number }>,
  carried: Carried,
) {
  const issue = { addContactIds: idsOf(added), removeContactIds: idsOf(removed) }
  return call(updateIssueEntity, { namespace, iid, issue }, { carried })
}

/** The contacts of an issue, each with what is known of them. @source CRM-001, CRM-002 */
export function ContactsWidget({ contacts }: { readonly contacts: readonly ContactChoice[] }) {
  const { namespace, permissions } = useIssuePage()
  const save = useSave<ListChange<ContactChoice>, unknown, IssueData>({
    save: saveContacts,
    preview: (now, change) => ({ issuable: { contacts: byName(withChange(now.issuable.contacts ?? [], change)) } }),
    undo: undoOfList<ContactChoice>('contacts', change => changeWords(change, fullName)),
    failure: contactMessages.save,
  })
  const marking = useMarking<ContactChoice>(contacts, save.run)
  const shown = marking.rows
  const [group = ''] = namespace.fullPath.split('/')
  return (
    <SidebarField
      label="Contacts"
      editable={permissions.canSetMetadata}
      {...save.field}
      closeLabel="Apply"
      onOpen={marking.open}
      onClose={marking.close}
      editorPart={ContactPicker}
      editor={close => <ContactPicker group={group} marked={shown} onMarked={marking.mark} onClose={close} />}
      icon={<PersonIcon />}
      summary={shown.length === 0 ? 'None' : shown.length}
      foldedHint={shown.length === 0 ? 'Contacts: None' : shown.map(fullName).join(', ')}
    >
      {shown.length === 0 ? (
        <Empty>None</Empty>
      ) : (
        <ul className={widget.column}>
          {byName(shown).map(contact => (
            <li key={contact.id} className={styles.contact}>
              <Card contact={contact} />
              {contact.organization !== null && <bdi className={widget.aside}>{contact.organization.name}</bdi>}
            </li>
          ))}
        </ul>
      )}
    </SidebarField>
  )
}

/** @source CRM-002 */
function Card({ contact }: { readonly contact: ContactChoice }) {
  const { email, phone, description, organization, active } = contact
  const name = fullName(contact)
  return (
    <Popover
      label={name}
      trigger={
        <button type="button" className={styles.name}>
          {name}
        </button>
      }
    >
      {() => (
        <div className={styles.card}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {organization !== null && <bdi className={widget.aside}>{organization.name}</bdi>}
          {email !== null && <TextLink href={`mailto:${email}`}>{email}</TextLink>}
          {phone !== null && <TextLink href={phoneHref(phone)}>{phone}</TextLink>}
          {description !== '' && <bdi className={styles.description}>{description}</bdi>}
          {!active && <span className={widget.aside}>Inactive</span>}
        </div>
      )}
    </Popover>
  )
}

const byName = (contacts: readonly ContactChoice[]): ContactChoice[] =>
  [...contacts].sort((a, b) => `${a.lastName} ${a.firstName}`.localeCompare(`${b.lastName} ${b.firstName}`))
