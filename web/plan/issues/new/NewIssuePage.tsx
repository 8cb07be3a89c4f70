import { planTitles } from '#contract/plan/page-titles.ts'
import { getNewIssuePage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { baseOf } from '#web/plan/place.ts'
import type { NewIssuePageData } from '#web/plan/shapes.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { NewIssueForm } from './NewIssueForm.tsx'
import { NewIssueSkeleton } from './NewIssueSkeleton.tsx'
import { newIssueInput } from './new-issue-address.ts'

export function NewIssuePage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getNewIssuePage, newIssueInput(namespace, usePageSearch()))
  return data === undefined ? <NewIssueSkeleton /> : <Shown page={data} />
}

function Shown({ page }: { readonly page: NewIssuePageData }) {
  const base = baseOf(page.namespace)
  usePlace({
    title: planTitles.newIssue,
    namespace: shownNamespace(page.namespace),
    active: 'issues',
    crumbs: [
      { label: 'Issues', href: `${base}/issues` },
      { label: 'New', href: `${base}/issues/new` },
    ],
  })
  return (
    <Page>
      <PageHeader title="New issue" />
      <NewIssueForm page={page} />
    </Page>
  )
}
