import { Page } from '#web/ui/layout/Page.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'

/** The shape of a list while it comes. */
export function ListSkeleton() {
  return (
    <Page>
      <Skeleton rows={10} shape="row" />
    </Page>
  )
}
