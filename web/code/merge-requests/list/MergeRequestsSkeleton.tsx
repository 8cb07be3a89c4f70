import { planTitles } from '#contract/plan/page-titles.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'

/** The shape of a list of merge requests. */
export function MergeRequestsSkeleton() {
  return (
    <Page>
      <PageHeader title={planTitles.mergeRequests} />
      <Skeleton rows={13} shape="person" label="Loading merge requests" />
    </Page>
  )
}
