import type { ReactNode } from 'react'
import { useCall } from '#web/api/use-call.ts'
import { RowMenu } from '#web/ui/actions/RowMenu.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './Contacts.module.css'
import { contactReadings } from './calls.ts'

interface ContactRowProps {
  readonly name: string
  readonly isActive: boolean
  readonly details: ReactNode
  /** The column beside the name. */
  readonly beside: ReactNode
  readonly canAdmin: boolean
  readonly onEdit: () => void
  readonly activate: (wanted: boolean) => Promise<unknown>
}

/** A contact or an organization in its list. */
export function Row({ name, isActive, details, beside, canAdmin, onEdit, activate }: ContactRowProps) {
  const change = useCall(activate, {
    refreshes: contactReadings,
    saysErrors: true,
    onSuccess: (_, wanted) => showToast(`${name} ${wanted ? 'activated' : 'deactivated'}`),
  })
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
          {!isActive && <span className={styles.note}>Inactive</span>}
        </span>
        {details}
      </div>
      <div className={styles.beside}>{beside}</div>
      {canAdmin && (
        <RowMenu
          label={`Actions for ${name}`}
          items={[
            { label: 'Edit', onSelect: onEdit },
            { label: isActive ? 'Deactivate' : 'Activate', onSelect: () => change.mutate(!isActive) },
          ]}
        />
      )}
    </li>
  )
}

/** A line of a row in small type. */
export const Detail = ({ children }: { readonly children: ReactNode }) => (
  <bdi className={styles.detail}>{children}</bdi>
)
