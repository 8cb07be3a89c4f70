import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import styles from './issues/list/IssueListSkeleton.module.css'

/** The shape of a list of labels or milestones. */
export function PlaceListSkeleton({ title }: { readonly title: string }) {
  return (
    <Page>
      <PageHeader title={title} />
      <div className={styles.filter} />
      <div className={styles.rows}>
        <Skeleton rows={8} label={`Loading ${title.toLowerCase()}`} />
      </div>
    </Page>
  )
}
