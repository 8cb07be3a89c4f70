import { Page } from '#web/ui/layout/Page.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'

/** The placeholder of a page that brings none of its own. */
export function PageSkeleton() {
  return (
    <Page>
      <Skeleton rows={6} shape="row" label="Loading the page" />
    </Page>
  )
}
