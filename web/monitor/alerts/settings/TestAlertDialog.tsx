import { useState } from 'react'
import { pagePath } from '#contract/issuable-kinds.ts'
import { useGoTo } from '#web/api/route.tsx'
import { useCall } from '#web/api/use-call.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { IntegrationData } from '../shapes.ts'
import { sendTest, settingsReadings } from './calls.ts'

interface TestAlertDialogProps {
  readonly namespace: string
  readonly integration: IntegrationData
  readonly onClose: () => void
}

const sample = JSON.stringify(
  {
    title: 'Test alert',
    description: 'Sent from the alert settings.',
    severity: 'low',
    service: 'test',
    hosts: ['host.example'],
  },
  null,
  2,
)

/** Sends an alert as a monitoring tool would. */
export function TestAlertDialog({ namespace, integration, onClose }: TestAlertDialogProps) {
  const [payload, setPayload] = useState(sample)
  const goTo = useGoTo()
  const send = useCall((text: string) => sendTest(namespace, integration.id, text), {
    refreshes: settingsReadings,
    onSuccess: ([first]) => {
      onClose()
      if (first === undefined) showToast('This payload resolves an alert that is not open.')
      else goTo(pagePath('alert', namespace, first.iid))
    },
  })
  return (
    <FormDialog
      title={`Send a test alert to ${integration.name}`}
      onClose={onClose}
      submit="Send test alert"
      disabled={payload.trim() === ''}
      busy={send.isPending}
      problem={send.error?.message ?? null}
      onSubmit={() => send.mutate(payload)}
    >
      <FormField label="Payload (JSON)">
        <TextArea code rows={10} value={payload} onValue={setPayload} />
      </FormField>
    </FormDialog>
  )
}
