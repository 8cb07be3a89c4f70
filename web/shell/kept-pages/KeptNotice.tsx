import { useSyncExternalStore } from 'react'
import { useAddress } from '#web/api/route.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './KeptNotice.module.css'
import { restoredAt, watchRestored } from './restore.ts'

/** Says that a page is shown as it was when the server was reached last. */
export function KeptNotice() {
  const address = useAddress()
  const at = useSyncExternalStore(watchRestored, () => restoredAt(address))
  return (
    <div role="status" className={styles.place}>
      {at !== null && (
        <p className={styles.notice}>
          Offline. Showing the version from <RelativeTime at={at} />.
        </p>
      )}
    </div>
  )
}
