import { useState } from 'react'
import { messages } from '#web/plan/messages.ts'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { contactMessages } from './contact-messages.ts'
import { fullName } from './contact-words.ts'
import { without } from './list-change.ts'
import { type ContactChoice, useContacts } from './search.ts'

interface ContactPickerProps {
  /** Full path of the top-level group. */
  readonly group: string
  readonly marked: readonly ContactChoice[]
  readonly onMarked: (contacts: readonly ContactChoice[]) => void
  readonly onClose: () => void
}

/** The contacts of a group, searched on the server; those marked at the start stand first. @source CRM-001 */
export function ContactPicker({ group, marked, onMarked, onClose }: ContactPickerProps) {
  const [query, setQuery] = useState('')
  const found = useContacts(group, query)
  // Marked later, here or by others, a contact keeps its place until the list is opened again.
  const [first] = useState(marked)
  const known = [...first, ...without(found.items, first)]
  return (
    <>
      {found.isError && <Banner tone="danger">{contactMessages.load}</Banner>}
      <Picker
        label="Contacts"
        multiple
        options={(query === '' ? [...known, ...without(marked, known)] : found.items).map(contactOption)}
        selected={marked.map(contact => String(contact.id))}
        onChange={ids => {
          const all = [...marked, ...known]
          onMarked(ids.flatMap(id => all.find(contact => String(contact.id) === id) ?? []))
        }}
        onQuery={setQuery}
        loading={found.isLoading}
        onMore={found.onMore}
        empty={messages.noMatches}
        placeholder="Search contacts"
        onClose={onClose}
      />
    </>
  )
}

const contactOption = (contact: ContactChoice): Option => {
  const { id, email, organization } = contact
  const detail = [organization?.name, email].filter(Boolean).join(', ')
  return { id: String(id), text: fullName(contact), ...(detail !== '' && { detail }) }
}
