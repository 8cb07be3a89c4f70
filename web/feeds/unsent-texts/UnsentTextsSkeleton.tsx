import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { about } from './messages.ts'

export function UnsentTextsSkeleton() {
  return (
    <Page>
      <PageHeader title="Unsent drafts" detail={about} />
      <Skeleton shape="row" rows={4} label="Loading unsent drafts" />
    </Page>
  )
}
