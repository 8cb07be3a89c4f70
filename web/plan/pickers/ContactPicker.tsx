import { useState } from 'react'
import { messages } from '#web/plan/messages.ts'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { contactMessages } from './contact-messages.ts'
import { fullName } from './contact-words.ts'
import { type ContactChoice, useContacts } from './search.ts'

interface ContactPickerProps {
  /** Full path of the top-level group. */
  readonly group: string
  readonly marked: readonly ContactChoice[]
  readonly onMarked: (contacts: readonly ContactChoice[]) => void
  readonly onClose: () => void
}

/** The contacts of a group, searched on the server; those marked stand first. @source CRM-001 */
export function ContactPicker({ group, marked, onMarked, onClose }: ContactPickerProps) {
  const [query, setQuery] = useState('')
  const found = useContacts(group, query)
  const rest = found.items.filter(contact => !marked.some(one => one.id === contact.id))
  return (
    <>
      {found.isError && <Banner tone="danger">{contactMessages.load}</Banner>}
      <Picker
        label="Contacts"
        multiple
        options={(query === '' ? [...marked, ...rest] : found.items).map(contactOption)}
        selected={marked.map(contact => String(contact.id))}
        onChange={ids => {
          const known = [...marked, ...found.items]
          onMarked(ids.flatMap(id => known.find(contact => String(contact.id) === id) ?? []))
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
