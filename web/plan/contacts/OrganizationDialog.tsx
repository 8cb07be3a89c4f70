import { contactLimits } from '#contract/plan/contacts/contact-limits.ts'
import { useCall } from '#web/api/use-call.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import {
  addOrganization,
  contactReadings,
  type OrganizationData,
  type OrganizationValues,
  saveOrganization,
} from './calls.ts'

interface OrganizationDialogProps {
  readonly groupId: number
  /** Null: a new one. */
  readonly organization: OrganizationData | null
  readonly onClose: () => void
}

interface OrganizationFields {
  readonly name: string
  readonly description: string
  /** The typed text. */
  readonly rate: string
}

const labels: FieldLabels<OrganizationFields> = { name: 'Name', description: 'Description', rate: 'Default rate' }

const rateOf = (rate: string): number | null => (rate.trim() === '' ? null : Number(rate.replace(',', '.')))

/** Some of the fields as they are saved. */
const onWire = ({ rate, ...values }: Partial<OrganizationFields>): Partial<OrganizationValues> => ({
  ...values,
  ...(rate === undefined ? {} : { defaultRate: rateOf(rate) }),
})

/** The form of an organization. */
export function OrganizationDialog({ groupId, organization, onClose }: OrganizationDialogProps) {
  const draft = useDraft<OrganizationFields>({
    name: organization?.name ?? '',
    description: organization?.description ?? '',
    rate: organization?.defaultRate == null ? '' : String(organization.defaultRate),
  })
  const { values, set } = draft
  const { name, description, rate } = values
  const save = useCall(
    (_: null) =>
      organization === null
        ? addOrganization(groupId, { name, description, defaultRate: rateOf(rate) })
        : saveOrganization(organization.id, onWire(draft.changes), onWire(draft.expected)),
    {
      refreshes: contactReadings,
      onSuccess: () => {
        showToast(`Organization ${name.trim()} ${organization === null ? 'created' : 'saved'}`)
        onClose()
      },
    },
  )
  const defaultRate = rateOf(rate)
  const isWrong = defaultRate !== null && !(defaultRate >= 0 && defaultRate < 1e12)
  return (
    <FormDialog
      title={organization === null ? 'New organization' : `Edit ${organization.name}`}
      onClose={onClose}
      submit={organization === null ? 'Create organization' : 'Save changes'}
      disabled={name.trim() === '' || isWrong}
      busy={save.isPending}
      problem={draft.overlaps.length > 0 ? null : save.error?.message}
      onSubmit={() => (organization !== null && !draft.isChanged ? onClose() : save.mutate(null))}
    >
      <DraftOverlaps draft={draft} labels={labels} save={save} />
      <FormField label="Name" required>
        <TextInput
          data-autofocus
          value={name}
          maxLength={contactLimits.name}
          autoComplete="off"
          onValue={next => set({ name: next })}
        />
      </FormField>
      <FormField label="Default rate" error={isWrong ? 'Enter a number, such as 80 or 92.50.' : null}>
        <TextInput inputMode="decimal" value={rate} autoComplete="off" onValue={next => set({ rate: next })} />
      </FormField>
      <FormField label="Description">
        <TextArea
          rows={3}
          value={description}
          maxLength={contactLimits.description}
          onValue={next => set({ description: next })}
        />
      </FormField>
    </FormDialog>
  )
}
