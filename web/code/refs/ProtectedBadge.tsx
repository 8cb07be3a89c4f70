import { ShieldLockIcon } from '@primer/octicons-react'
import styles from './refs.module.css'

/** Says of a branch or tag that rules keep some from changing it. */
export function ProtectedBadge() {
  return (
    <span className={styles.badge} data-tone="protected">
      <ShieldLockIcon size={12} />
      Protected
    </span>
  )
}
