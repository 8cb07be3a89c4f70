import { useState } from 'react'
import type { VulnerabilityState } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { changeVulnerabilities, getVulnerabilityPage, getVulnerabilityReport } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { StickyFoot } from '#web/ui/layout/StickyFoot.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import styles from './BulkBar.module.css'
import { actionLabels, stateLabels } from './messages.ts'
import type { VulnerabilityRowData } from './shapes.ts'

const StateDialog = onDemand(() => import('./StateDialog.tsx').then(module => module.StateDialog))

interface VulnerabilityBulkBarProps {
  readonly namespace: string
  readonly chosen: readonly VulnerabilityRowData[]
  readonly onClear: () => void
}

/** Sets the state of the chosen vulnerabilities of a list. */
export function VulnerabilityBulkBar({ namespace, chosen, onClear }: VulnerabilityBulkBarProps) {
  const [state, setState] = useState<VulnerabilityState | null>(null)
  const update = useOperation(changeVulnerabilities, {
    refreshes: [getVulnerabilityReport, getVulnerabilityPage],
    onSuccess: ({ changedCount }, sent) => {
      showToast(
        `${counted(changedCount, 'vulnerability', 'vulnerabilities')} set to ${stateLabels[sent.state].toLowerCase()}`,
      )
      setState(null)
      onClear()
    },
  })
  return (
    <StickyFoot>
      <fieldset className={styles.bar} aria-label="Change the selected vulnerabilities">
        <span className={styles.count}>{counted(chosen.length, 'vulnerability', 'vulnerabilities')} selected</span>
        {(['confirmed', 'dismissed', 'resolved', 'detected'] as const).map(each => (
          <Button key={each} size="s" onClick={() => setState(each)}>
            {actionLabels[each]}
          </Button>
        ))}
        <Button size="s" variant="quiet" onClick={onClear}>
          Clear selection
        </Button>
      </fieldset>
      {state !== null && (
        <StateDialog
          state={state}
          of={counted(chosen.length, 'vulnerability', 'vulnerabilities')}
          busy={update.isPending}
          error={update.error}
          onClose={() => setState(null)}
          onSubmit={(change, forget) =>
            update.mutate({ namespace, ids: chosen.map(({ id }) => id), ...change }, { onSuccess: forget })
          }
        />
      )}
    </StickyFoot>
  )
}
