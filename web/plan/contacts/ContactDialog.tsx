import { useState } from 'react'
import { contactLimits } from '#contract/plan/contacts/contact-limits.ts'
import { useCall } from '#web/api/use-call.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { messages } from '#web/plan/messages.ts'
import { fullName } from '#web/plan/pickers/contact-words.ts'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './Contacts.module.css'
import { addContact, type ContactData, type ContactValues, contactReadings, saveContact } from './calls.ts'
import { useOrganizations } from './use-organizations.ts'

interface ContactDialogProps {
  readonly group: { readonly id: number; readonly fullPath: string }
  /** Null: a new one. */
  readonly contact: ContactData | null
  readonly onClose: () => void
}

interface ContactFields extends Omit<ContactValues, 'organizationId'> {
  readonly organization: NamedOrganization | null
}

const namedOf = ({ id, name }: NamedOrganization): NamedOrganization => ({ id, name })

const withoutOrganization = ({ organization: _organization, ...values }: ContactFields) => values

/** Some of the fields as they are saved. */
const onWire = ({ organization, ...values }: Partial<ContactFields>): Partial<ContactValues> => ({
  ...values,
  ...(organization === undefined ? {} : { organizationId: organization?.id ?? null }),
})

const labels: FieldLabels<ContactFields> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  description: 'Description',
  organization: { label: 'Organization', shown: organization => organization?.name ?? 'None' },
}

/** The form of a contact. */
export function ContactDialog({ group, contact, onClose }: ContactDialogProps) {
  const draft = useDraft<ContactFields>({
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    email: contact?.email ?? null,
    phone: contact?.phone ?? null,
    description: contact?.description ?? '',
    organization: contact?.organization ? namedOf(contact.organization) : null,
  })
  const { values, set } = draft
  const save = useCall(
    (_: null) =>
      contact === null
        ? addContact(group.id, { ...withoutOrganization(values), organizationId: values.organization?.id ?? null })
        : saveContact(contact.id, onWire(draft.changes), onWire(draft.expected)),
    {
      refreshes: contactReadings,
      onSuccess: () => {
        showToast(`Contact ${fullName(values)} ${contact === null ? 'created' : 'saved'}`)
        onClose()
      },
    },
  )
  const problem = save.error?.message ?? null
  const emailProblem = problem?.startsWith('Email ') ? problem : null
  return (
    <FormDialog
      title={contact === null ? 'New contact' : `Edit ${fullName(contact)}`}
      onClose={onClose}
      submit={contact === null ? 'Create contact' : 'Save changes'}
      disabled={values.firstName.trim() === '' || values.lastName.trim() === ''}
      busy={save.isPending}
      problem={emailProblem === null && draft.overlaps.length === 0 ? problem : null}
      onSubmit={() => (contact !== null && !draft.isChanged ? onClose() : save.mutate(null))}
    >
      <DraftOverlaps draft={draft} labels={labels} save={save} />
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
          value={values.organization}
          onValue={next => set({ organization: next })}
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

interface NamedOrganization {
  readonly id: number
  readonly name: string
}

interface OrganizationFieldProps {
  readonly groupPath: string
  readonly value: NamedOrganization | null
  readonly onValue: (organization: NamedOrganization | null) => void
}

function OrganizationField({ groupPath, value, onValue }: OrganizationFieldProps) {
  const [query, setQuery] = useState('')
  const found = useOrganizations(groupPath, query)
  const optionOf = ({ id, name }: NamedOrganization) => ({ id: String(id), text: name })
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
