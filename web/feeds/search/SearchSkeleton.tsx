import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'

export function SearchSkeleton() {
  return (
    <Page>
      <PageHeader title="Search" />
      <Skeleton shape="row" rows={8} label="Searching" />
    </Page>
  )
}
