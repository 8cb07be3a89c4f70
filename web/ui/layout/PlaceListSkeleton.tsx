import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { Page } from './Page.tsx'
import { PageHeader } from './PageHeader.tsx'
import styles from './PlaceListSkeleton.module.css'

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
