import { pagesPath } from '#contract/issuable-kinds.ts'
import { groupIssuesTopic, issuableTopic } from '#contract/live-topics.ts'
import { issueTitles } from '#contract/plan/issue-titles.ts'
import { getGroupEpicPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { readAhead } from '#web/discuss/reading/ahead.ts'
import { IssuePageSkeleton } from '#web/plan/issuable/IssuePageSkeleton.tsx'
import { issueInput } from '#web/plan/issuable/issue-address.ts'
import { IssuableSidebar } from '#web/plan/issuable/sidebar/IssuableSidebar.tsx'
import { useReloadFailure } from '#web/plan/issuable/use-reload-failure.ts'
import { planTopics } from '#web/plan/place.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { WithSidebar } from '#web/ui/layout/WithSidebar.tsx'
import type { EpicPageData } from '../shapes.ts'
import { readLinksAhead } from './EpicLinks.tsx'
import { EpicView } from './EpicView.tsx'
import { epicKind } from './epic-kind.ts'
import { epicMounts } from './mounts.tsx'

/** Read the discussion and the links of an epic before its page shows. */
export async function readEpicAhead(page: EpicPageData): Promise<void> {
  const { namespace, epic, viewer } = page
  const key = { kind: epicKind, namespace: namespace.fullPath, iid: epic.iid }
  await Promise.all([readAhead(key, viewer.notesFilter, viewer.reading), readLinksAhead(page)])
}

/** The page of an epic: its description, its items, and its discussion. */
export function EpicPage() {
  const reading = useReading(getGroupEpicPage, issueInput(usePageParams()), {
    topics: page => [
      issuableTopic('epic', page.epic.id),
      ...page.tree.epics.map(child => issuableTopic('epic', child.id)),
      groupIssuesTopic(page.namespace.id),
      ...planTopics(page.namespace),
    ],
  })
  const { data } = reading
  useReloadFailure(reading, 'epic')
  return data === undefined ? <IssuePageSkeleton /> : <Shown key={data.epic.id} page={data} />
}

function Shown({ page }: { readonly page: EpicPageData }) {
  const { namespace, epic } = page
  const epicsPath = pagesPath('epic', namespace.fullPath)
  usePlace({
    title: issueTitles.issuable(epic.title, epic.reference.short),
    namespace: shownNamespace(namespace),
    active: 'epics',
    crumbs: [
      { label: 'Epics', href: epicsPath },
      { label: epic.reference.short, href: `${epicsPath}/${epic.iid}` },
    ],
  })
  return (
    <EpicView
      page={page}
      frame={main => (
        <Page>
          <WithSidebar main={main}>
            <IssuableSidebar mounts={epicMounts} />
          </WithSidebar>
        </Page>
      )}
    />
  )
}
