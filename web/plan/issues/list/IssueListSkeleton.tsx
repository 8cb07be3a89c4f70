import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import styles from './IssueListSkeleton.module.css'

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
