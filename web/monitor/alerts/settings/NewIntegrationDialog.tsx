import { useState } from 'react'
import { alertLimits, type IntegrationType, integrationTypes } from '#contract/monitor/alerts/alert-limits.ts'
import { integrationTypeLabels } from '#contract/monitor/alerts/alert-words.ts'
import { problemOf, useCall } from '#web/api/use-call.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { createIntegration, settingsReadings } from './calls.ts'

interface NewIntegrationDialogProps {
  readonly namespace: string
  readonly onMade: (made: { readonly name: string; readonly token: string }) => void
  readonly onClose: () => void
}

const types = integrationTypes.map(value => ({ value, label: integrationTypeLabels[value] }))

/** The form of a new integration. */
export function NewIntegrationDialog({ namespace, onMade, onClose }: NewIntegrationDialogProps) {
  const [name, setName] = useState('')
  const [type, setType] = useState<IntegrationType>('HTTP')
  const create = useCall((_: null) => createIntegration(namespace, { name, type }), {
    refreshes: settingsReadings,
    onSuccess: ({ token }) => onMade({ name: name.trim(), token }),
  })
  const refusal = problemOf(create.error, 'name')
  return (
    <FormDialog
      title="New integration"
      onClose={onClose}
      submit="Create integration"
      disabled={name.trim() === ''}
      busy={create.isPending}
      problem={refusal === null ? (create.error?.message ?? null) : null}
      onSubmit={() => create.mutate(null)}
    >
      <FormField label="Name" required refusal={refusal === null ? null : `Name ${refusal}`}>
        <TextInput
          data-autofocus
          value={name}
          maxLength={alertLimits.integrationName}
          autoComplete="off"
          onValue={setName}
        />
      </FormField>
      <FormField label="Type">
        <Select value={type} options={types} onValue={setType} />
      </FormField>
    </FormDialog>
  )
}
