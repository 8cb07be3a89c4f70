import { groupIssuesTopic, groupTopic, issuesTopic, projectTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupIssuesPage, getGroupMilestonePage, getIssuesPage, getMilestonePage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { Prose } from '#web/discuss/text/Prose.tsx'
import { IssueRow } from '#web/plan/issues/list/IssueRow.tsx'
import { addressOf } from '#web/plan/issues/list/list-address.ts'
import { issueInput } from '#web/plan/issues/page/issue-address.ts'
import { PlaceListSkeleton } from '#web/plan/PlaceListSkeleton.tsx'
import { periodOf } from '#web/plan/pickers/milestone-text.ts'
import { baseOf } from '#web/plan/place.ts'
import type { IssuesPageData } from '#web/plan/shapes.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { useCompactRows } from '#web/ui/layout/folded.ts'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import type { MilestonePageData } from './calls.ts'
import { MilestoneActions } from './MilestoneActions.tsx'
import styles from './MilestonePage.module.css'
import { Progress } from './Progress.tsx'

export function MilestonePage() {
  const { data } = useReading(getMilestonePage, issueInput(usePageParams()), {
    topics: page => [projectTopic(page.namespace.id), issuesTopic(page.namespace.id)],
  })
  return data === undefined ? <PlaceListSkeleton title="Milestone" /> : <Shown page={data} />
}

export function GroupMilestonePage() {
  const { data } = useReading(getGroupMilestonePage, issueInput(usePageParams()), {
    topics: page => [groupTopic(page.namespace.id), groupIssuesTopic(page.namespace.id)],
  })
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
        <Progress milestone={milestone} />
      </div>
      <Issues page={page} path={path} />
    </Page>
  )
}

const noIssues: IssuesPageData['issues'] = []

interface IssuesProps {
  readonly page: MilestonePageData
  readonly path: string
}

/** The issues of the milestone, the first of them here and all in the list. */
function Issues({ page, path }: IssuesProps) {
  const { namespace, milestone } = page
  const state = usePageSearch().state === 'closed' ? 'closed' : 'opened'
  const isGroup = namespace.kind === 'group'
  const input = { namespace: namespace.fullPath, milestone: milestone.title, state } as const
  const options = {
    keepPrevious: true,
    topics: () => (isGroup ? [groupTopic(namespace.id), groupIssuesTopic(namespace.id)] : [issuesTopic(namespace.id)]),
  }
  const ofProject = useReading(getIssuesPage, input, { ...options, enabled: !isGroup })
  const ofGroup = useReading(getGroupIssuesPage, input, { ...options, enabled: isGroup })
  const { data, isPlaceholderData } = isGroup ? ofGroup : ofProject
  const steady = useSteadyList(
    JSON.stringify([input, isPlaceholderData, data === undefined]),
    data?.issues ?? noIssues,
    issue => issue.id,
  )
  const [isCompact] = useCompactRows()
  const list = `${baseOf(namespace)}/issues`
  return (
    <section aria-label="Issues">
      <LinkTabs
        label="Issues by state"
        active={state}
        tabs={[
          { key: 'opened', label: 'Open issues', count: milestone.openIssuesCount, href: path },
          {
            key: 'closed',
            label: 'Closed issues',
            count: milestone.closedIssuesCount,
            href: addressOf(path, { state: 'closed' }),
          },
        ]}
        aside={
          <TextLink href={addressOf(list, { milestone: milestone.title, state: 'all' })}>View in issue list</TextLink>
        }
      />
      <SteadyArea of={steady} noun="issue" className={styles.issues}>
        {data === undefined ? (
          <Skeleton rows={4} shape="row" label="Loading issues" />
        ) : steady.rows.length === 0 ? (
          <EmptyState size="s" headingLevel={2} title={state === 'opened' ? 'No open issues' : 'No closed issues'}>
            {state === 'opened'
              ? 'Add issues from their sidebar, or bulk edit them in the issue list.'
              : 'No issues in this milestone have been closed.'}
          </EmptyState>
        ) : (
          <List aria-label="Milestone issues" density={isCompact ? 'compact' : 'regular'}>
            {steady.rows.map(issue => (
              <IssueRow
                key={issue.id}
                issue={issue}
                isNew={false}
                hidesMilestone
                selection={null}
                labelHref={title => addressOf(list, { labels: [title], milestone: milestone.title })}
              />
            ))}
          </List>
        )}
      </SteadyArea>
    </section>
  )
}
