import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'

export function ActivitySkeleton() {
  return (
    <Page>
      <PageHeader title="Activity" />
      <Skeleton shape="row" rows={8} label="Loading activity" />
    </Page>
  )
}
