import type { AlertStatus } from '#contract/monitor/alerts/alert-limits.ts'
import { statusLabels } from '#contract/monitor/alerts/alert-words.ts'
import { call } from '#web/api/client.ts'
import { getAlertsPage, updateAlerts } from '#web/api/operations.gen.ts'
import { useCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { StickyFoot } from '#web/ui/layout/StickyFoot.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import styles from './AlertBulkBar.module.css'
import type { AlertRowData } from './shapes.ts'

interface AlertBulkBarProps {
  readonly namespace: string
  readonly chosen: readonly AlertRowData[]
  readonly onClear: () => void
}

const offered: readonly { readonly status: AlertStatus; readonly label: string }[] = [
  { status: 'ACKNOWLEDGED', label: 'Acknowledge' },
  { status: 'RESOLVED', label: 'Resolve' },
  { status: 'IGNORED', label: 'Ignore' },
]

/** Sets the status of the chosen alerts of a list. */
export function AlertBulkBar({ namespace, chosen, onClear }: AlertBulkBarProps) {
  const iids = chosen.map(alert => alert.iid)
  const update = useCall((status: AlertStatus) => call(updateAlerts, { namespace, iids, status }), {
    refreshes: [getAlertsPage],
    saysErrors: true,
    onSuccess: ({ changed, refused }, status) => {
      const done = ` ${statusLabels[status].toLowerCase()}`
      const [first] = refused
      showToast(
        first === undefined
          ? `${counted(changed, 'alert')}${done}`
          : `${counted(changed, 'alert')}${done}. ${counted(refused.length, 'alert')} not changed: ${first.reason}`,
      )
      onClear()
    },
  })
  return (
    <StickyFoot>
      <fieldset className={styles.bar} aria-label="Change the selected alerts">
        <span className={styles.count}>{counted(chosen.length, 'alert')} selected</span>
        {offered.map(({ status, label }) => (
          <Button
            key={status}
            size="s"
            variant={status === 'ACKNOWLEDGED' ? 'primary' : 'secondary'}
            busy={update.isPending && update.variables === status}
            onClick={() => !update.isPending && update.mutate(status)}
          >
            {label}
          </Button>
        ))}
        <Button size="s" variant="quiet" onClick={onClear}>
          Clear selection
        </Button>
      </fieldset>
    </StickyFoot>
  )
}
