import { Page } from '#web/ui/layout/Page.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { WithSidebar } from '#web/ui/layout/WithSidebar.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import styles from './IssuePageSkeleton.module.css'

/** The shape of the page: title, description, fields. */
export function IssuePageSkeleton() {
  return (
    <Page>
      <WithSidebar
        main={
          <Stack>
            <div className={styles.title} />
            <div className={styles.line} />
            <Skeleton rows={5} label="Loading the issue" />
          </Stack>
        }
      >
        <div className={styles.side}>
          <Skeleton rows={9} label="Loading the fields" />
        </div>
      </WithSidebar>
    </Page>
  )
}
