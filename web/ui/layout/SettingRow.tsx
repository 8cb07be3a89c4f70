import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './SettingRow.module.css'

interface SettingRowProps {
  readonly name: string
  /** The note beside the name, in small type. */
  readonly note?: ReactNode
  /** Below the name. */
  readonly children: ReactNode
  readonly actions: ReactNode
  /** More of its list item, such as a place to drop another row. */
  readonly row?: ComponentPropsWithRef<'li'>
}

/** A row of a list of settings, such as an integration or a policy. */
export function SettingRow({ name, note, children, actions, row }: SettingRowProps) {
  return (
    <li {...row} className={styles.row}>
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
