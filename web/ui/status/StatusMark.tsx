import { CheckCircleIcon, ClockIcon, NoEntryIcon, PlayIcon, SkipIcon, XCircleIcon } from '@primer/octicons-react'
import styles from './StatusMark.module.css'

type MarkState = 'pending' | 'running' | 'success' | 'failed' | 'canceled' | 'skipped'

interface StatusMarkProps {
  readonly state: MarkState
  /** The state in a word. */
  readonly children: string
  /** The icon alone where the words stand elsewhere: in the name of a link around it. */
  readonly look?: 'badge' | 'icon'
}

const icons = {
  pending: ClockIcon,
  running: PlayIcon,
  success: CheckCircleIcon,
  failed: XCircleIcon,
  canceled: NoEntryIcon,
  skipped: SkipIcon,
} as const satisfies Record<MarkState, unknown>

/** The result of a check: a color, a shape and a word. */
export function StatusMark({ state, children, look = 'badge' }: StatusMarkProps) {
  const Icon = icons[state]
  if (look === 'icon') {
    return (
      <span data-state={state} className={styles.icon}>
        <Icon />
      </span>
    )
  }
  return (
    <span data-state={state} className={styles.badge}>
      <Icon size={12} />
      {children}
    </span>
  )
}
