import { useState } from 'react'
import { contactLimits } from '#contract/plan/contacts/contact-limits.ts'
import { messages } from '#web/plan/messages.ts'
import { fullName } from '#web/plan/pickers/contact-words.ts'
import { useCall } from '#web/plan/use-call.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './Contacts.module.css'
import { type ContactData, type ContactValues, contactReadings, saveContact } from './calls.ts'
import { changesOf } from './changes.ts'
import { useOrganizations } from './use-organizations.ts'

interface ContactDialogProps {
  readonly group: { readonly id: number; readonly fullPath: string }
  /** Null: a new one. */
  readonly contact: ContactData | null
  readonly onClose: () => void
}

/** The form of a contact. */
export function ContactDialog({ group, contact, onClose }: ContactDialogProps) {
  // As it was when the form opened: only what is changed here is sent.
  const [shown] = useState<ContactValues>({
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    email: contact?.email ?? null,
    phone: contact?.phone ?? null,
    description: contact?.description ?? '',
    organizationId: contact?.organization?.id ?? null,
  })
  const [values, setValues] = useState(shown)
  const [organization, setOrganization] = useState(contact?.organization ?? null)
  const set = (changed: Partial<ContactValues>) => setValues(now => ({ ...now, ...changed }))
  const save = useCall((next: Partial<ContactValues>) => saveContact(group.id, contact?.id ?? null, next), {
    refreshes: contactReadings,
    onSuccess: () => {
      showToast(`Contact ${fullName(values)} ${contact === null ? 'created' : 'saved'}`)
      onClose()
    },
  })
  const problem = save.error?.message ?? null
  const emailProblem = problem?.startsWith('Email ') ? problem : null
  return (
    <FormDialog
      title={contact === null ? 'New contact' : `Edit ${fullName(contact)}`}
      onClose={onClose}
      submit={contact === null ? 'Create contact' : 'Save changes'}
      disabled={values.firstName.trim() === '' || values.lastName.trim() === ''}
      busy={save.isPending}
      problem={emailProblem === null ? problem : null}
      onSubmit={() => save.mutate(contact === null ? values : changesOf(shown, values))}
    >
      <div className={styles.fields}>
        <FormField label="First name" required>
          <TextInput
            data-autofocus
            value={values.firstName}
            maxLength={contactLimits.name}
            autoComplete="off"
            onValue={firstName => set({ firstName })}
          />
        </FormField>
        <FormField label="Last name" required>
          <TextInput
            value={values.lastName}
            maxLength={contactLimits.name}
            autoComplete="off"
            onValue={lastName => set({ lastName })}
          />
        </FormField>
        <FormField label="Email" optional hint="Identifies the contact in quick actions." error={emailProblem}>
          <TextInput
            type="email"
            value={values.email ?? ''}
            maxLength={contactLimits.email}
            autoComplete="off"
            onValue={email => set({ email: email === '' ? null : email })}
          />
        </FormField>
        <FormField label="Phone" optional>
          <TextInput
            type="tel"
            value={values.phone ?? ''}
            maxLength={contactLimits.phone}
            autoComplete="off"
            onValue={phone => set({ phone: phone === '' ? null : phone })}
          />
        </FormField>
      </div>
      <FormField label="Organization" optional>
        <OrganizationField
          groupPath={group.fullPath}
          value={organization}
          onValue={next => {
            setOrganization(next)
            set({ organizationId: next?.id ?? null })
          }}
        />
      </FormField>
      <FormField label="Description" optional>
        <TextArea
          rows={3}
          value={values.description}
          maxLength={contactLimits.description}
          onValue={description => set({ description })}
        />
      </FormField>
    </FormDialog>
  )
}

interface Named {
  readonly id: number
  readonly name: string
}

interface OrganizationFieldProps {
  readonly groupPath: string
  readonly value: Named | null
  readonly onValue: (organization: Named | null) => void
}

function OrganizationField({ groupPath, value, onValue }: OrganizationFieldProps) {
  const [query, setQuery] = useState('')
  const found = useOrganizations(groupPath, query)
  const optionOf = ({ id, name }: Named) => ({ id: String(id), text: name })
  return (
    <Combobox
      label="Organization"
      options={found.items.map(optionOf)}
      selected={value === null ? [] : [optionOf(value)]}
      onChange={([next]) => onValue(next === undefined ? null : { id: Number(next.id), name: next.text })}
      onQuery={setQuery}
      onMore={found.onMore}
      loading={found.isLoading}
      placeholder="Search organizations"
      empty={messages.noMatches}
    />
  )
}
