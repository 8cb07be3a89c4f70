import type { ReactNode } from 'react'
import styles from './SettingRow.module.css'

interface SettingRowProps {
  readonly name: string
  /** The note beside the name, in small type. */
  readonly note?: ReactNode
  /** Below the name. */
  readonly children: ReactNode
  readonly actions: ReactNode
}

/** A row of a list of settings, such as an integration or a policy. */
export function SettingRow({ name, note, children, actions }: SettingRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span>
          <bdi className={styles.name}>{name}</bdi> {note && <span className={styles.note}>{note}</span>}
        </span>
        {children}
      </div>
      <div className={styles.actions}>{actions}</div>
    </li>
  )
}
