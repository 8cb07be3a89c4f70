import { CheckIcon, EyeClosedIcon, EyeIcon, IssueReopenedIcon } from '@primer/octicons-react'
import type { ErrorStatus } from '#contract/monitor/error-tracking/error-words.ts'
import { Button } from '#web/ui/actions/Button.tsx'

interface StatusActionsProps {
  readonly status: ErrorStatus
  /** The status that is being set; null while none is. */
  readonly busy: ErrorStatus | null
  readonly size?: 's' | 'm'
  /** The title of the error, where several have these buttons. */
  readonly of?: string
  readonly onStatus: (status: ErrorStatus) => void
}

const actions = {
  resolved: { set: { label: 'Resolve', icon: <CheckIcon /> }, end: { label: 'Reopen', icon: <IssueReopenedIcon /> } },
  ignored: { set: { label: 'Ignore', icon: <EyeClosedIcon /> }, end: { label: 'Stop ignoring', icon: <EyeIcon /> } },
} as const

/** Resolve and Ignore, or their opposites. @source ERRTRK-011, ERRTRK-012, ERRTRK-017 */
export function StatusActions({ status, busy, size = 'm', of, onStatus }: StatusActionsProps) {
  return (['ignored', 'resolved'] as const)
    .filter(each => status === 'unresolved' || each === status || each === 'resolved')
    .map(each => {
      const isSet = status === each
      const { label, icon } = actions[each][isSet ? 'end' : 'set']
      const next = isSet ? 'unresolved' : each
      return (
        <Button
          key={each}
          size={size}
          icon={icon}
          busy={busy === next}
          disabled={busy !== null && busy !== next}
          aria-label={of === undefined ? undefined : `${label}: ${of}`}
          onClick={() => onStatus(next)}
        >
          {label}
        </Button>
      )
    })
}
