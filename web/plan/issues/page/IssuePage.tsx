import type { ComponentType } from 'react'
import { incidentsPath, kindWord, pagesPath } from '#contract/issuable-kinds.ts'
import { issueTopic } from '#contract/live-topics.ts'
import { issueTitles } from '#contract/plan/issue-titles.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getIssuePage } from '#web/api/operations.gen.ts'
import { isTakingOver } from '#web/api/page.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { IssuePageSkeleton } from '#web/plan/issuable/IssuePageSkeleton.tsx'
import { issueInput } from '#web/plan/issuable/issue-address.ts'
import { IssuableSidebar } from '#web/plan/issuable/sidebar/IssuableSidebar.tsx'
import { useReloadFailure } from '#web/plan/issuable/use-reload-failure.ts'
import { planTopics } from '#web/plan/place.ts'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { WithSidebar } from '#web/ui/layout/WithSidebar.tsx'
import { IssueView } from './IssueView.tsx'
import { Discussion, discussionAhead } from './LateDiscussion.tsx'
import { issueMounts } from './mounts.tsx'

/** Load the page with its discussion. If the server drew the page, the discussion is loaded and hydrated by itself. */
export async function loadIssuePage(): Promise<ComponentType> {
  if (!isTakingOver()) await Discussion.ahead()
  return IssuePage
}

/** Read the page's further data, as soon as it is known which issue it shows. */
export async function readIssueAhead(page: IssuePageData): Promise<void> {
  if (!isTakingOver()) await discussionAhead(page)
}

/** The page of an issue or incident. Its file gives its chunk the name. @source PLATFORM-010 */
export function IssuePage() {
  const reading = useReading(getIssuePage, issueInput(usePageParams()), {
    topics: page => [issueTopic(page.issue.id), ...planTopics(page.namespace)],
  })
  const { data } = reading
  useReloadFailure(reading, kindWord(data?.issue.type ?? 'issue'))
  return data === undefined ? <IssuePageSkeleton /> : <Shown key={data.issue.id} page={data} />
}

function Shown({ page }: { readonly page: IssuePageData }) {
  const { namespace, issue } = page
  const issuesPath = pagesPath('issue', namespace.fullPath)
  usePlace({
    title: issueTitles.issuable(issue.title, issue.reference.short),
    namespace: shownNamespace(namespace),
    active: issue.type === 'incident' ? 'incidents' : 'issues',
    crumbs: [
      issue.type === 'incident'
        ? { label: planTitles.incidents, href: incidentsPath(namespace.fullPath) }
        : { label: 'Issues', href: issuesPath },
      { label: issue.reference.short, href: `${issuesPath}/${issue.iid}` },
    ],
  })
  return (
    <IssueView
      page={page}
      frame={main => (
        <Page>
          <WithSidebar main={main}>
            <IssuableSidebar mounts={issueMounts} />
          </WithSidebar>
        </Page>
      )}
    />
  )
}
