import { EyeClosedIcon, PlusIcon } from '@primer/octicons-react'
import { useRef } from 'react'
import { newPagePath } from '#contract/issuable-kinds.ts'
import { groupIssuablesTopic, groupIssuesTopic, issuablesTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupEpicsPage } from '#web/api/operations.gen.ts'
import { useOwnChange } from '#web/api/own-change.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { isPastDue } from '#web/plan/days.ts'
import { filtersOf } from '#web/plan/issues/list/filters.ts'
import { IssueFilterBar } from '#web/plan/issues/list/IssueFilterBar.tsx'
import { changed } from '#web/plan/issues/list/list-address.ts'
import { OrderMenu } from '#web/plan/issues/list/SortMenu.tsx'
import { ViewsMenu } from '#web/plan/issues/list/views/ViewsMenu.tsx'
import { searchOf } from '#web/plan/issues/list/views/view-address.ts'
import { PlaceListSkeleton } from '#web/plan/PlaceListSkeleton.tsx'
import { baseOf, planTopics } from '#web/plan/place.ts'
import { Swatch } from '#web/plan/Swatch.tsx'
import { Title } from '#web/plan/Title.tsx'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { LabelChips } from '#web/ui/status/LabelChips.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useToday } from '#web/ui/text/use-now.ts'
import { EpicSums } from './EpicSums.tsx'
import styles from './EpicsPage.module.css'
import { epicFilterSet, epicOrders, epicsInput } from './list-address.ts'
import { periodOf } from './period.ts'
import type { EpicRowData, EpicsPageData } from './shapes.ts'

/** The epics of a group and of those below it. */
export function EpicsPage() {
  const { namespace = '' } = usePageParams()
  const { data, isPlaceholderData } = useReading(getGroupEpicsPage, epicsInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => [
      ...planTopics(page.namespace),
      issuablesTopic('epic', page.namespace.id),
      groupIssuablesTopic('epic', page.namespace.id),
      groupIssuesTopic(page.namespace.id),
    ],
  })
  return data === undefined ? <PlaceListSkeleton title="Epics" /> : <Shown page={data} isBehind={isPlaceholderData} />
}

interface ShownProps {
  readonly page: EpicsPageData
  /** A changed address is being asked for; the page is of the former one. */
  readonly isBehind: boolean
}

function Shown({ page, isBehind }: ShownProps) {
  const { namespace, permissions, counts } = page
  const path = `${baseOf(namespace)}/epics`
  usePlace({
    title: planTitles.epics,
    namespace: shownNamespace(namespace),
    active: 'epics',
    crumbs: [{ label: 'Epics', href: path }],
  })
  const address = usePageSearch()
  const search = searchOf(address, page.views)
  const { orderBy = 'created_at', sort = 'desc' } = epicsInput(namespace.fullPath, search)
  const listed = JSON.stringify([namespace.id, search, isBehind])
  const steady = useSteadyList(listed, page.epics, epic => epic.id, useOwnChange())
  const filterInput = useRef<HTMLInputElement>(null)
  const rest = changed(search, { state: undefined })
  const state = search.state === 'closed' || search.state === 'all' ? search.state : 'opened'
  const isFiltered = search.search !== undefined || filtersOf(search, epicFilterSet).length > 0
  const create = permissions.canCreateEpic && (
    <LinkButton variant="primary" icon={<PlusIcon />} href={newPagePath('epic', namespace.fullPath)}>
      New epic
    </LinkButton>
  )
  return (
    <Page>
      <PageHeader title="Epics" actions={create} />
      <LinkTabs
        label="Epics by state"
        active={state}
        tabs={[
          { key: 'opened', label: 'Open', count: counts.opened, href: addressOf(path, rest) },
          { key: 'closed', label: 'Closed', count: counts.closed, href: addressOf(path, { ...rest, state: 'closed' }) },
          { key: 'all', label: 'All', count: counts.all, href: addressOf(path, { ...rest, state: 'all' }) },
        ]}
      />
      <div className={styles.search}>
        <ViewsMenu
          list="epic"
          owner={namespace}
          views={page.views}
          canShare={permissions.canShareViews}
          order={{ orderBy, sort }}
        />
        <div className={styles.filter}>
          <IssueFilterBar
            noun="epics"
            set={epicFilterSet}
            namespace={namespace}
            search={search}
            inputRef={filterInput}
          />
        </div>
        <OrderMenu order={{ orderBy, sort }} names={epicOrders} search={search} />
      </div>
      <SteadyArea of={steady} noun="epic">
        {steady.rows.length > 0 ? (
          <List aria-label="Epics">
            {steady.rows.map(epic => (
              <EpicRow key={epic.id} epic={epic} labelHref={title => addressOf(path, { labels: [title] })} />
            ))}
          </List>
        ) : isFiltered ? (
          <EmptyState illustration={<Illustration of="nothing-found" />} title="No Matching Results">
            Try removing a filter, or search all states.
          </EmptyState>
        ) : counts.all === 0 ? (
          <EmptyState illustration={<Illustration of="nothing-yet" />} title="No epics yet" action={create}>
            Use epics to group issues with one aim, across the projects of this group.
          </EmptyState>
        ) : (
          <EmptyState
            illustration={<Illustration of="all-done" />}
            title={state === 'closed' ? 'No closed epics' : 'No open epics'}
          >
            {state === 'closed' ? 'No epics have been closed.' : 'All epics are closed.'}
          </EmptyState>
        )}
      </SteadyArea>
      <Pages label="Epics pagination" hasNext={page.hasNext} />
    </Page>
  )
}

interface EpicRowProps {
  readonly epic: EpicRowData
  readonly labelHref: (title: string) => string
}

function EpicRow({ epic, labelHref }: EpicRowProps) {
  const period = periodOf(epic)
  const isLate = isPastDue(epic.dueDate, epic.state, useToday())
  return (
    <li className={styles.row} data-epic={epic.id}>
      <div className={styles.words}>
        <div className={styles.head}>
          <Swatch color={epic.color} />
          {epic.confidential && (
            <span role="img" aria-label="Confidential" title="Confidential" className={styles.confidential}>
              <EyeClosedIcon />
            </span>
          )}
          <Anchor href={epic.path} className={styles.title}>
            <Title title={epic.title} html={epic.titleHtml} />
          </Anchor>
        </div>
        <div className={styles.detail}>
          <span>
            {epic.reference} ·{' '}
            {epic.closedAt === null ? (
              <>
                opened <RelativeTime at={epic.createdAt} /> by{' '}
              </>
            ) : (
              <>
                closed <RelativeTime at={epic.closedAt} />, opened by{' '}
              </>
            )}
            <TextLink tone="muted" href={`/${epic.author.username}`}>
              {epic.author.name}
            </TextLink>
          </span>
          {period !== null && <span className={isLate ? styles.late : undefined}>{period}</span>}
          {epic.parent !== null && (
            <span>
              in{' '}
              <TextLink tone="muted" href={epic.parent.path} title={epic.parent.title}>
                {epic.parent.reference}
              </TextLink>
            </span>
          )}
          <LabelChips labels={epic.labels} hrefOf={labelHref} />
        </div>
      </div>
      <EpicSums name={epic.title} sums={epic.sums} />
    </li>
  )
}
