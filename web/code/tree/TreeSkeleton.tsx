import { Page } from '#web/ui/layout/Page.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import styles from './TreeSkeleton.module.css'

/** The shape of a folder while it comes. */
export function TreeSkeleton() {
  return (
    <Page width="full">
      <FolderSkeleton />
    </Page>
  )
}

export function FolderSkeleton() {
  return (
    <div>
      <div className={styles.toolbar} />
      <div className={styles.frame}>
        <Skeleton rows={12} label="Loading files" className={styles.rows} />
      </div>
    </div>
  )
}
