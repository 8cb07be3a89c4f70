import { planTitles } from '#contract/plan/page-titles.ts'
import { newWorkItemPath } from '#contract/plan/work-items/work-item-types.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { getNewIssuePage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { create } from '#web/plan/issuable/work-items/calls.ts'
import { baseOf } from '#web/plan/place.ts'
import type { NewIssuePageData } from '#web/plan/shapes.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { WorkItemForm } from './WorkItemForm.tsx'

/** @source WORKITEM-002, WORKITEM-003 */
export function NewWorkItemPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getNewIssuePage, { namespace })
  return data === undefined ? <PlaceListSkeleton title={planTitles.newWorkItem} /> : <Shown page={data} />
}

function Shown({ page: { namespace } }: { readonly page: NewIssuePageData }) {
  const goTo = useGoTo()
  const issues = `${baseOf(namespace)}/issues`
  usePlace({
    title: planTitles.newWorkItem,
    namespace: shownNamespace(namespace),
    active: 'issues',
    crumbs: [
      { label: 'Issues', href: issues },
      { label: planTitles.newWorkItem, href: newWorkItemPath(namespace.fullPath) },
    ],
  })
  return (
    <Page>
      <PageHeader title={planTitles.newWorkItem} />
      <WorkItemForm
        namespace={namespace.fullPath}
        place={textBoxes.newWorkItem(namespace.id)}
        parent={null}
        create={given => create(namespace.fullPath, given)}
        onCreated={({ webPath }) => goTo(webPath ?? issues)}
        // The page that this one was opened from; by default the list.
        onCancel={() => (window.history.length > 1 ? window.history.back() : goTo(issues))}
      />
    </Page>
  )
}
