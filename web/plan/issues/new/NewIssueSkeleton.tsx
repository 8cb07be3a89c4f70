import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'

/** The shape of the form. */
export function NewIssueSkeleton() {
  return (
    <Page>
      <PageHeader title="New issue" />
      <Skeleton rows={8} label="Loading the form" />
    </Page>
  )
}
