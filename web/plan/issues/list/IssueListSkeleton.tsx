import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import styles from '#web/ui/layout/PlaceListSkeleton.module.css'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'

/** The shape of the list: title, tabs, filter, rows. */
export function IssueListSkeleton({ title = 'Issues' }: { readonly title?: string }) {
  return (
    <Page>
      <PageHeader title={title} />
      <div className={styles.tabs} />
      <div className={styles.filter} />
      <div className={styles.rows}>
        <Skeleton rows={13} shape="person" label={`Loading ${title.toLowerCase()}`} />
      </div>
    </Page>
  )
}
