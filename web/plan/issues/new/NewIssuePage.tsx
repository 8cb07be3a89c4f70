import { getNewIssuePage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { baseOf, placeOf } from '#web/plan/place.ts'
import type { NewIssuePageData } from '#web/plan/shapes.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { NewIssueForm } from './NewIssueForm.tsx'
import { NewIssueSkeleton } from './NewIssueSkeleton.tsx'

export function NewIssuePage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getNewIssuePage, { namespace })
  return data === undefined ? <NewIssueSkeleton /> : <Shown page={data} />
}

function Shown({ page }: { readonly page: NewIssuePageData }) {
  const base = baseOf(page.namespace)
  usePlace({
    title: 'New issue',
    namespace: placeOf(page.namespace),
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
