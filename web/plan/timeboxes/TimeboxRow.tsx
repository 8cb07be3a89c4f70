import type { ReactNode } from 'react'
import { pathOf } from '#web/api/path-of.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { IssuesProgress } from './IssuesProgress.tsx'
import styles from './TimeboxRow.module.css'

interface TimeboxRowProps {
  readonly name: string
  readonly timebox: {
    readonly id: number
    readonly webUrl: string
    readonly openIssuesCount: number
    readonly closedIssuesCount: number
  }
  /** Left out in a list without actions. */
  readonly actions?: ReactNode
  /** Below the name. */
  readonly children: ReactNode
}

/** A milestone or an iteration in a list. */
export function TimeboxRow({ name, timebox, actions, children }: TimeboxRowProps) {
  return (
    <li data-listed={timebox.id} className={styles.row}>
      <div className={styles.parts} data-actions={actions !== undefined || undefined}>
        <div className={styles.words}>
          <Anchor data-row-link href={pathOf(timebox.webUrl)} title={name} className={styles.title}>
            {name}
          </Anchor>
          {children}
        </div>
        <IssuesProgress name={name} of={timebox} />
        {actions !== undefined && <span className={styles.actions}>{actions}</span>}
      </div>
    </li>
  )
}
