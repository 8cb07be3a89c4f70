import { useRef } from 'react'
import { groupIssuesTopic, groupTopic, issuesTopic, projectTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupMilestonePage, getMilestonePage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { Prose } from '#web/discuss/text/Prose.tsx'
import { IssuesByState } from '#web/plan/IssuesByState.tsx'
import { IssuesProgress } from '#web/plan/IssuesProgress.tsx'
import { issueInput } from '#web/plan/issues/page/issue-address.ts'
import { PlaceListSkeleton } from '#web/plan/PlaceListSkeleton.tsx'
import { periodOf } from '#web/plan/pickers/milestone-text.ts'
import { baseOf } from '#web/plan/place.ts'
import { TimeboxFilter } from '#web/plan/TimeboxFilter.tsx'
import { timeboxInput } from '#web/plan/timebox-address.ts'
import { TimeboxCharts } from '#web/plan/timeboxes/TimeboxCharts.tsx'
import { TimeSummary } from '#web/plan/timeboxes/TimeSummary.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import type { MilestonePageData } from './calls.ts'
import { MilestoneActions } from './MilestoneActions.tsx'
import styles from './MilestonePage.module.css'

export function MilestonePage() {
  const { data } = useReading(
    getMilestonePage,
    { ...issueInput(usePageParams()), ...timeboxInput(usePageSearch()) },
    {
      keepPrevious: true,
      topics: page => [projectTopic(page.namespace.id), issuesTopic(page.namespace.id)],
    },
  )
  return data === undefined ? <PlaceListSkeleton title="Milestone" /> : <Shown page={data} />
}

export function GroupMilestonePage() {
  const { data } = useReading(
    getGroupMilestonePage,
    { ...issueInput(usePageParams()), ...timeboxInput(usePageSearch()) },
    {
      keepPrevious: true,
      topics: page => [groupTopic(page.namespace.id), groupIssuesTopic(page.namespace.id)],
    },
  )
  return data === undefined ? <PlaceListSkeleton title="Milestone" /> : <Shown page={data} />
}

function Shown({ page }: { readonly page: MilestonePageData }) {
  const { namespace, milestone, permissions } = page
  const base = baseOf(namespace)
  const path = `${base}/milestones/${milestone.iid}`
  usePlace({
    title: planTitles.milestone(milestone.title),
    namespace: shownNamespace(namespace),
    active: 'milestones',
    crumbs: [
      { label: 'Milestones', href: `${base}/milestones` },
      { label: milestone.title, href: path },
    ],
  })
  const filters = timeboxInput(usePageSearch())
  const filterInput = useRef<HTMLInputElement>(null)
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Page>
      <PageHeader
        title={milestone.title}
        detail={
          <span className={styles.facts}>
            <StateBadge state={milestone.state === 'active' ? 'opened' : 'closed'} />
            {periodOf(milestone) ?? 'No dates'}
            {milestone.expired && <span className={styles.expired}>Expired</span>}
          </span>
        }
        actions={
          permissions.canAdmin && <MilestoneActions namespace={namespace} milestone={milestone} look="buttons" />
        }
      />
      {milestone.descriptionHtml !== '' && (
        <div className={styles.description}>
          <Prose html={milestone.descriptionHtml} />
        </div>
      )}
      <div className={styles.progress}>
        <IssuesProgress name={milestone.title} of={milestone} />
      </div>
      <TimeboxFilter namespace={namespace} inputRef={filterInput} />
      <TimeboxCharts
        noun="milestone"
        startDate={milestone.startDate}
        dueDate={milestone.dueDate}
        days={page.days}
        isFiltered={isFiltered}
      />
      <TimeSummary times={page.times} />
      <IssuesByState
        namespace={namespace}
        noun="milestone"
        counts={milestone}
        filter={{ ...filters, milestone: milestone.title }}
        filterInput={filterInput}
        isFiltered={isFiltered}
        path={path}
        hidesMilestone
        words={{ milestone: milestone.title }}
      />
    </Page>
  )
}
