import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'

export function TodosSkeleton() {
  return (
    <Page>
      <PageHeader title="To-do list" />
      <Skeleton shape="row" rows={6} label="Loading to-dos" />
    </Page>
  )
}
