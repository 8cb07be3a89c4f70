import { useState } from 'react'
import { groupIssuesTopic, groupTopic, issuesTopic, projectTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupMilestonePage, getMilestonePage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import { issueInput } from '#web/plan/issuable/issue-address.ts'
import { periodOf } from '#web/plan/pickers/milestone-text.ts'
import { baseOf } from '#web/plan/place.ts'
import { TimeboxView } from '#web/plan/timeboxes/TimeboxView.tsx'
import { timeboxInput } from '#web/plan/timeboxes/timebox-address.ts'
import { readTimeboxIssuesAhead } from '#web/plan/timeboxes/timebox-issues.ts'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import type { MilestonePageData } from './calls.ts'
import { MilestoneActions } from './MilestoneActions.tsx'
import { MilestoneDialog } from './MilestoneDialog.tsx'
import styles from './MilestonePage.module.css'
import { milestoneParts } from './milestone-parts.ts'

const boxOf = ({ milestone }: MilestonePageData) => ({ milestone: milestone.title })

export const readMilestoneAhead = (page: MilestonePageData, search: Search): Promise<void> =>
  readTimeboxIssuesAhead(page.namespace, boxOf(page), search)

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
  const [isDating, setDating] = useState(false)
  usePlace({
    title: planTitles.milestone(milestone.title),
    namespace: shownNamespace(namespace),
    active: 'milestones',
    crumbs: [
      { label: 'Milestones', href: `${base}/milestones` },
      { label: milestone.title, href: path },
    ],
  })
  return (
    <>
      <TimeboxView
        noun="milestone"
        page={page}
        timebox={milestone}
        name={milestone.title}
        facts={
          <>
            <StateBadge state={milestone.state === 'active' ? 'opened' : 'closed'} />
            {periodOf(milestone) ?? 'No dates'}
            {milestone.expired && <span className={styles.expired}>Expired</span>}
            {milestoneParts.releases !== null && <milestoneParts.releases milestoneId={milestone.id} />}
          </>
        }
        actions={
          permissions.canAdmin && <MilestoneActions namespace={namespace} milestone={milestone} look="buttons" />
        }
        path={path}
        issues={{ box: boxOf(page), words: boxOf(page) }}
        onSetDates={permissions.canAdmin ? () => setDating(true) : undefined}
      />
      {isDating && <MilestoneDialog namespace={namespace} milestone={milestone} onClose={() => setDating(false)} />}
    </>
  )
}
