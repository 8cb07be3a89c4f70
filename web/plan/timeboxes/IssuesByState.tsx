import { type RefObject, useRef, useState } from 'react'
import { groupIssuesTopic, groupTopic, issuesTopic } from '#contract/live-topics.ts'
import { filterTitle } from '#contract/plan/labels/label-words.ts'
import { getGroupIssuesPage, getIssuesPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { addressOf, type Search } from '#web/api/router/search.ts'
import type { StartedChange } from '#web/plan/change-sets/undo-change.ts'
import { IssueRow } from '#web/plan/issues/list/IssueRow.tsx'
import { BulkBar } from '#web/plan/lists/bulk/late-bar.ts'
import { usualColumns } from '#web/plan/lists/columns/columns.tsx'
import { changed } from '#web/plan/lists/list-address.ts'
import { useRowSelection } from '#web/plan/lists/row-selection.ts'
import { triageFields, useListKeys } from '#web/plan/lists/use-list-keys.ts'
import { baseOf, isInGroup } from '#web/plan/place.ts'
import type { IssuesPageData, Place } from '#web/plan/shapes.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { useCompactRows } from '#web/ui/layout/folded.ts'
import { List } from '#web/ui/layout/List.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { StickyFoot } from '#web/ui/layout/StickyFoot.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import styles from './IssuesByState.module.css'
import { inIssueList } from './timebox-address.ts'
import { type TimeboxIssues, timeboxIssuesInput } from './timebox-issues.ts'

const ChangeProgress = onDemand(() =>
  import('#web/plan/change-sets/ChangeProgress.tsx').then(module => module.ChangeProgress),
)

const noIssues: IssuesPageData['issues'] = []

interface IssuesByStateProps {
  readonly namespace: Place
  /** The noun of the timebox. */
  readonly noun: 'milestone' | 'iteration'
  readonly counts: { readonly openIssuesCount: number; readonly closedIssuesCount: number }
  /** The filter of its issues, as an input of the list of issues. */
  readonly box: TimeboxIssues
  readonly filterInput: RefObject<HTMLInputElement | null>
  /** The filter finds only some of its issues. */
  readonly isFiltered: boolean
  /** The path of the page. */
  readonly path: string
  /** The words by which the list of issues finds them. */
  readonly words: Search
}

/** The issues of a milestone or an iteration, the first of them here and all in the list. */
export function IssuesByState({
  namespace,
  noun,
  counts,
  box,
  filterInput,
  isFiltered,
  path,
  words,
}: IssuesByStateProps) {
  const search = usePageSearch()
  const isGroup = namespace.kind === 'group'
  const input = timeboxIssuesInput(namespace, box, search)
  const { state } = input
  const options = {
    keepPrevious: true,
    topics: () => (isGroup ? [groupTopic(namespace.id), groupIssuesTopic(namespace.id)] : [issuesTopic(namespace.id)]),
  }
  const ofProject = useReading(getIssuesPage, input, { ...options, enabled: !isGroup })
  const ofGroup = useReading(getGroupIssuesPage, input, { ...options, enabled: isGroup })
  const { data, isPlaceholderData } = isGroup ? ofGroup : ofProject
  const [changes, setChanges] = useState(0)
  const steady = useSteadyList(
    JSON.stringify([input, isPlaceholderData, data === undefined, changes]),
    data?.issues ?? noIssues,
    issue => issue.id,
  )
  const [isCompact] = useCompactRows()
  const [started, setStarted] = useState<StartedChange | null>(null)
  const rowList = useRef<HTMLUListElement>(null)
  const selection = useRowSelection(steady.present)
  const { selected } = selection
  steady.hold(selected.length > 0)
  const canChange = data?.permissions.canBulkUpdateIssues === true
  const onRead = () => setChanges(count => count + 1)
  const opening = useListKeys({
    noun: 'issue',
    list: rowList,
    filterInput,
    newHref: null,
    selection: canChange
      ? {
          selected: selected.map(issue => issue.id),
          onToggle: selection.toggle,
          onExtend: selection.extend,
          onSelectOnly: selection.selectOnly,
          onClear: selection.clear,
          fields: isInGroup(namespace) ? triageFields : triageFields.filter(field => field !== 'iteration'),
        }
      : null,
  })
  const columns = usualColumns.filter(({ key }) => key !== 'milestone' || noun !== 'milestone')
  const list = `${baseOf(namespace)}/issues`
  const ofState = (asked?: 'closed') => addressOf(path, changed(search, { state: asked }))
  const counted = (of: 'opened' | 'closed') => {
    if (!isFiltered) return { count: of === 'opened' ? counts.openIssuesCount : counts.closedIssuesCount }
    const { count = null, isAtLeast = false } = data?.counts[of] ?? {}
    return { count, countIsAtLeast: isAtLeast }
  }
  return (
    <section aria-label="Issues">
      <LinkTabs
        label="Issues by state"
        active={state}
        tabs={[
          { key: 'opened', label: 'Open issues', ...counted('opened'), href: ofState() },
          {
            key: 'closed',
            label: 'Closed issues',
            ...counted('closed'),
            href: ofState('closed'),
          },
        ]}
        aside={<TextLink href={addressOf(list, inIssueList(search, words))}>View in issue list</TextLink>}
      />
      <SteadyArea of={steady} noun="issue" className={styles.issues}>
        {data === undefined ? (
          <Skeleton rows={4} shape="row" label="Loading issues" />
        ) : steady.rows.length === 0 ? (
          <EmptyState size="s" headingLevel={2} title={state === 'opened' ? 'No open issues' : 'No closed issues'}>
            {isFiltered
              ? 'Try removing a filter.'
              : state === 'opened'
                ? 'Add issues from their sidebar, or bulk edit them in the issue list.'
                : `No issues in this ${noun} have been closed.`}
          </EmptyState>
        ) : (
          <List
            ref={rowList}
            aria-label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} issues`}
            density={isCompact ? 'compact' : 'regular'}
          >
            {steady.rows.map(issue => (
              <IssueRow
                key={issue.id}
                issue={issue}
                isNew={false}
                isGone={steady.gone.has(issue)}
                isCompact={isCompact}
                columns={columns}
                selection={canChange ? selection.of(issue) : null}
                labelHref={title => addressOf(list, { labels: [filterTitle(title)], ...words })}
              />
            ))}
          </List>
        )}
      </SteadyArea>
      <StickyFoot>
        {opening}
        {started !== null && (
          <ChangeProgress
            key={started.sets[0].id}
            {...started}
            lists={[(isGroup ? getGroupIssuesPage : getIssuesPage).name]}
            onUndo={setStarted}
            onRead={onRead}
            onEnd={() => setStarted(known => (known === started ? null : known))}
          />
        )}
        {selected.length > 0 && (
          <BulkBar
            namespace={namespace}
            selected={selected}
            total={steady.present.length}
            onAll={selection.selectAll}
            onClear={selection.clear}
            onUndo={setStarted}
          />
        )}
      </StickyFoot>
    </section>
  )
}
