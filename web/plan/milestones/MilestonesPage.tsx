import { PeopleIcon, PlusIcon, RepoIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { groupIssuesTopic, issuesTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupMilestonesPage, getMilestonesPage } from '#web/api/operations.gen.ts'
import { useOwnChange } from '#web/api/own-change.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { useSearchBox } from '#web/foundation/places/search-box.ts'
import { useRowKeys } from '#web/plan/lists/use-row-keys.ts'
import { milestonesInput } from '#web/plan/page-input.ts'
import { periodOf } from '#web/plan/pickers/milestone-text.ts'
import { baseOf, planTopics } from '#web/plan/place.ts'
import { TimeboxRow } from '#web/plan/timeboxes/TimeboxRow.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { NoMatchingResults } from '#web/ui/status/NoMatchingResults.tsx'
import { type MilestoneData, type MilestonesPageData, ownerOf } from './calls.ts'
import { MilestoneActions } from './MilestoneActions.tsx'
import { MilestoneDialog } from './MilestoneDialog.tsx'
import styles from './MilestonesPage.module.css'

export function MilestonesPage() {
  const { namespace = '' } = usePageParams()
  const { data, isPlaceholderData } = useReading(getMilestonesPage, milestonesInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => [...planTopics(page.namespace), issuesTopic(page.namespace.id)],
  })
  return data === undefined ? (
    <PlaceListSkeleton title="Milestones" />
  ) : (
    <Shown page={data} isBehind={isPlaceholderData} />
  )
}

export function GroupMilestonesPage() {
  const { namespace = '' } = usePageParams()
  const { data, isPlaceholderData } = useReading(getGroupMilestonesPage, milestonesInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => [...planTopics(page.namespace), groupIssuesTopic(page.namespace.id)],
  })
  return data === undefined ? (
    <PlaceListSkeleton title="Milestones" />
  ) : (
    <Shown page={data} isBehind={isPlaceholderData} />
  )
}

interface ShownMilestonesProps {
  readonly page: MilestonesPageData
  /** A changed address is being asked for; the page is of the former one. */
  readonly isBehind: boolean
}

function Shown({ page, isBehind }: ShownMilestonesProps) {
  const { namespace, permissions, counts } = page
  const base = baseOf(namespace)
  const path = `${base}/milestones`
  usePlace({
    title: planTitles.milestones,
    namespace: shownNamespace(namespace),
    active: 'milestones',
    crumbs: [{ label: 'Milestones', href: path }],
  })
  const search = usePageSearch()
  const listed = JSON.stringify([namespace.id, search, isBehind])
  const steady = useSteadyList(listed, page.milestones, milestone => milestone.id, useOwnChange())
  const milestones = steady.rows
  const box = useSearchBox()
  const list = useRef<HTMLUListElement>(null)
  const filterInput = useRef<HTMLInputElement>(null)
  useRowKeys({ noun: 'milestone', list, filterInput })
  const { new: isNewAsked, ...asked } = search
  const setSearch = useSetSearch()
  const [chosen, setEditing] = useState<MilestoneData | 'new' | null>(null)
  const editing = chosen ?? (isNewAsked !== undefined && permissions.canAdminMilestones ? 'new' : null)
  const { state: _state, page: _page, ...rest } = asked
  const state = search.state === 'closed' ? 'closed' : 'active'
  const create = permissions.canAdminMilestones && (
    <Button variant="primary" icon={<PlusIcon />} onClick={() => setEditing('new')}>
      New milestone
    </Button>
  )
  return (
    <Page>
      <PageHeader title="Milestones" actions={create} />
      <LinkTabs
        label="Milestones by state"
        active={state}
        tabs={[
          { key: 'active', label: 'Open', count: counts.active, href: addressOf(path, rest) },
          { key: 'closed', label: 'Closed', count: counts.closed, href: addressOf(path, { ...rest, state: 'closed' }) },
        ]}
      />
      <div className={styles.search}>
        <SearchInput ref={filterInput} label="Search milestones" value={box.text} onValue={box.setText} />
      </div>
      <SteadyArea of={steady} noun="milestone">
        {milestones.length > 0 ? (
          <List ref={list} aria-label="Milestones">
            {milestones.map(milestone => (
              <MilestoneRow key={milestone.id} page={page} milestone={milestone} onEdit={() => setEditing(milestone)} />
            ))}
          </List>
        ) : box.asked !== undefined ? (
          <NoMatchingResults>No milestone title matches your search.</NoMatchingResults>
        ) : counts.active + counts.closed === 0 ? (
          <EmptyState illustration={<Illustration of="nothing-yet" />} title="No milestones yet" action={create}>
            Use milestones to group issues for a release or time frame and track progress.
          </EmptyState>
        ) : (
          <EmptyState
            illustration={<Illustration of="all-done" />}
            title={state === 'closed' ? 'No closed milestones' : 'No open milestones'}
          >
            {state === 'closed' ? 'No milestones have been closed.' : 'All milestones are closed.'}
          </EmptyState>
        )}
      </SteadyArea>
      <Pages label="Milestones pagination" hasNext={page.hasNext} />
      {editing !== null && (
        <MilestoneDialog
          namespace={namespace}
          milestone={editing === 'new' ? null : nowOf(page.milestones, editing)}
          onClose={() => {
            setEditing(null)
            if (isNewAsked !== undefined) setSearch(asked, { replace: true })
          }}
        />
      )}
    </Page>
  )
}

interface MilestoneRowProps {
  readonly page: MilestonesPageData
  readonly milestone: MilestoneData
  readonly onEdit: () => void
}

function MilestoneRow({ page, milestone, onEdit }: MilestoneRowProps) {
  const { namespace, permissions } = page
  const owner = ownerOf(milestone)
  const isOwn = owner.id === namespace.id
  return (
    <TimeboxRow
      name={milestone.title}
      timebox={milestone}
      actions={
        permissions.canAdminMilestones &&
        isOwn && <MilestoneActions namespace={namespace} milestone={milestone} look="menu" onEdit={onEdit} />
      }
    >
      <p className={styles.detail}>
        {periodOf(milestone) ?? 'No dates'}
        {milestone.expired && <span className={styles.expired}>Expired</span>}
        {!isOwn && <OwnerNote page={page} milestone={milestone} />}
      </p>
    </TimeboxRow>
  )
}

/** The owner of a milestone of another place: the project or subgroup by its path below the group, a group above by its kind. */
function OwnerNote({ page: { namespace }, milestone }: Pick<MilestoneRowProps, 'page' | 'milestone'>) {
  const below = `${namespace.fullPath}/`
  const { ownerPath } = milestone
  if (!ownerPath.startsWith(below)) return <span className={styles.note}>Group milestone</span>
  return (
    <span className={styles.note}>
      {ownerOf(milestone).kind === 'group' ? <PeopleIcon size={12} /> : <RepoIcon size={12} />}
      {ownerPath.slice(below.length)}
    </span>
  )
}
