import { useState } from 'react'
import { contactLimits } from '#contract/plan/contacts/contact-limits.ts'
import { useCall } from '#web/plan/use-call.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { contactReadings, type OrganizationData, type OrganizationValues, saveOrganization } from './calls.ts'
import { changesOf } from './changes.ts'

interface OrganizationDialogProps {
  readonly groupId: number
  /** Null: a new one. */
  readonly organization: OrganizationData | null
  readonly onClose: () => void
}

/** The form of an organization. */
export function OrganizationDialog({ groupId, organization, onClose }: OrganizationDialogProps) {
  const [shown] = useState({
    name: organization?.name ?? '',
    description: organization?.description ?? '',
    defaultRate: organization?.defaultRate ?? null,
  })
  const [{ name, description }, setValues] = useState(shown)
  const [rate, setRate] = useState(shown.defaultRate === null ? '' : String(shown.defaultRate))
  const save = useCall(
    (next: Partial<OrganizationValues>) => saveOrganization(groupId, organization?.id ?? null, next),
    {
      refreshes: contactReadings,
      onSuccess: () => {
        showToast(`Organization ${name.trim()} ${organization === null ? 'created' : 'saved'}`)
        onClose()
      },
    },
  )
  const defaultRate = rate.trim() === '' ? null : Number(rate.replace(',', '.'))
  const isWrong = defaultRate !== null && !(defaultRate >= 0 && defaultRate < 1e12)
  const values: OrganizationValues = { name, description, defaultRate }
  return (
    <FormDialog
      title={organization === null ? 'New organization' : `Edit ${organization.name}`}
      onClose={onClose}
      submit={organization === null ? 'Create organization' : 'Save changes'}
      disabled={name.trim() === '' || isWrong}
      busy={save.isPending}
      problem={save.error?.message ?? null}
      onSubmit={() => save.mutate(organization === null ? values : changesOf(shown, values))}
    >
      <FormField label="Name" required>
        <TextInput
          data-autofocus
          value={name}
          maxLength={contactLimits.name}
          autoComplete="off"
          onValue={next => setValues(now => ({ ...now, name: next }))}
        />
      </FormField>
      <FormField label="Default rate" error={isWrong ? 'Enter a number, such as 80 or 92.50.' : null}>
        <TextInput inputMode="decimal" value={rate} autoComplete="off" onValue={setRate} />
      </FormField>
      <FormField label="Description">
        <TextArea
          rows={3}
          value={description}
          maxLength={contactLimits.description}
          onValue={next => setValues(now => ({ ...now, description: next }))}
        />
      </FormField>
    </FormDialog>
  )
}
