import { GearIcon, HistoryIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { errorSettingsPath, errorsPath } from '#contract/monitor/error-tracking/error-paths.ts'
import { type ErrorStatus, errorSorts, longestErrorSearch } from '#contract/monitor/error-tracking/error-words.ts'
import { monitorTitles } from '#contract/monitor/page-titles.ts'
import { useOwnChange } from '#web/api/own-change.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { usePageParams, usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { useRowKeys } from '#web/plan/lists/use-row-keys.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { NoMatchingResults } from '#web/ui/status/NoMatchingResults.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { ErrorRow, ErrorRowHead } from './ErrorRow.tsx'
import styles from './Errors.module.css'
import { type ErrorListState, errorListState, errorsInput, searchOf } from './list-state.ts'
import { messages, sortLabels, statusLabels } from './messages.ts'
import { useRecentSearches } from './recent-searches.ts'
import { type ErrorsPageData, useErrors } from './use-errors.ts'

/** The errors of a project. @source ERRTRK-001 to ERRTRK-012 */
export function ErrorsPage() {
  const { namespace = '' } = usePageParams()
  const { data, isPlaceholderData, isError, refetch } = useErrors(errorsInput(namespace, usePageSearch()))
  if (data === undefined)
    return isError ? (
      <Page>
        <PageHeader title={monitorTitles.errors} />
        <RetryBanner onRetry={refetch}>{messages.list}</RetryBanner>
      </Page>
    ) : (
      <PlaceListSkeleton title={monitorTitles.errors} />
    )
  return <Shown page={data} isBehind={isPlaceholderData} onRetry={isError ? refetch : null} />
}

interface ShownErrorsProps {
  readonly page: ErrorsPageData
  /** A changed address is being asked for; the page is of the former one. */
  readonly isBehind: boolean
  /** Null unless the errors could not be read. */
  readonly onRetry: (() => unknown) | null
}

function Shown({ page, isBehind, onRetry }: ShownErrorsProps) {
  const { namespace, permissions, isEnabled } = page
  const path = errorsPath(namespace.fullPath)
  usePlace({
    title: monitorTitles.errors,
    namespace: shownNamespace(namespace),
    active: 'errors',
    crumbs: [{ label: monitorTitles.errors, href: path }],
  })
  const state = errorListState(usePageSearch())
  const key = JSON.stringify([namespace.id, state, isBehind])
  const steady = useSteadyList(key, page.errors, error => error.id, useOwnChange())
  const list = useRef<HTMLUListElement>(null)
  const filterInput = useRef<HTMLInputElement>(null)
  useRowKeys({ noun: 'error', list, filterInput })
  const addressFor = (change: Partial<ErrorListState>) =>
    addressOf(path, searchOf({ ...state, cursor: null, ...change }))
  const settings = permissions.canAdminErrors && errorSettingsPath(namespace.fullPath)
  const isNew = !isEnabled && steady.rows.length === 0 && state.searchQuery === '' && state.cursor === null
  const { next, previous } = page.pagination
  return (
    <Page>
      <PageHeader
        title={monitorTitles.errors}
        actions={
          settings && (
            <LinkButton icon={<GearIcon />} href={settings}>
              Settings
            </LinkButton>
          )
        }
      />
      <LinkTabs
        label="Errors by status"
        active={state.statusFilter}
        tabs={tabs.map(status => ({
          key: status,
          label: statusLabels[status],
          href: addressFor({ statusFilter: status }),
        }))}
      />
      <Filters path={path} state={state} inputRef={filterInput} />
      {onRetry !== null && <RetryBanner onRetry={onRetry}>{messages.list}</RetryBanner>}
      <SteadyArea of={steady} noun="error">
        {steady.rows.length > 0 ? (
          <div className={styles.table}>
            <ErrorRowHead canUpdate={permissions.canUpdateErrors} />
            <List ref={list} aria-label="Errors" data-can-update={permissions.canUpdateErrors || undefined}>
              {steady.rows.map(error => (
                <ErrorRow
                  key={error.id}
                  error={error}
                  namespace={namespace.fullPath}
                  canUpdate={permissions.canUpdateErrors}
                />
              ))}
            </List>
          </div>
        ) : state.searchQuery !== '' ? (
          <NoMatchingResults>
            No {statusLabels[state.statusFilter].toLowerCase()} error matches your search.
          </NoMatchingResults>
        ) : isNew ? (
          <EmptyState
            illustration={<Illustration of="nothing-yet" />}
            title="Error tracking is off"
            action={
              settings && (
                <LinkButton variant="primary" href={settings}>
                  Set up error tracking
                </LinkButton>
              )
            }
          >
            {settings
              ? 'Turn it on, then configure the Sentry SDK of your application to send its errors to Weft.'
              : 'Ask a maintainer of the project to turn it on.'}
          </EmptyState>
        ) : (
          <EmptyState
            illustration={<Illustration of="all-done" />}
            title={`No ${statusLabels[state.statusFilter].toLowerCase()} errors`}
          >
            {state.statusFilter === 'unresolved'
              ? 'New errors from your applications appear here.'
              : 'Errors that you move to this status appear here.'}
          </EmptyState>
        )}
      </SteadyArea>
      <Pagination
        label="Errors pagination"
        previous={previous === null ? null : addressFor({ cursor: previous.cursor })}
        next={next === null ? null : addressFor({ cursor: next.cursor })}
      />
    </Page>
  )
}

/** The tabs in order. */
const tabs = ['unresolved', 'ignored', 'resolved'] as const satisfies readonly ErrorStatus[]

interface FiltersProps {
  readonly path: string
  readonly state: ErrorListState
  readonly inputRef: React.Ref<HTMLInputElement>
}

function Filters({ path, state, inputRef }: FiltersProps) {
  const setSearch = useSetSearch()
  const recent = useRecentSearches(path)
  // The typed text that was not searched for yet; null: the box shows the search of the address.
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? state.searchQuery
  const set = (change: Partial<ErrorListState>) => setSearch(searchOf({ ...state, cursor: null, ...change }))
  function ask(searchQuery: string) {
    setTyped(null)
    set({ searchQuery })
  }
  function find(search: string) {
    recent.add(search)
    ask(search.trim())
  }
  return (
    <search className={styles.filters}>
      <form
        className={styles.search}
        onSubmit={event => {
          event.preventDefault()
          find(text)
        }}
      >
        <SearchInput
          ref={inputRef}
          label="Search errors"
          maxLength={longestErrorSearch}
          value={text}
          onValue={next => {
            if (next === '' && state.searchQuery !== '') ask('')
            else setTyped(next)
          }}
        />
      </form>
      <Menu
        label="Recent searches"
        trigger={<Button icon={<HistoryIcon />}>Recent searches</Button>}
        items={
          recent.searches.length === 0
            ? [{ label: 'No recent searches', disabled: true, onSelect: () => {} }]
            : [
                ...recent.searches.map(search => ({
                  label: search,
                  onSelect: () => find(search),
                })),
                { kind: 'separator' as const },
                { label: 'Clear recent searches', onSelect: recent.clear },
              ]
        }
      />
      <Select
        aria-label="Sort by"
        className={styles.sort}
        value={state.sortField}
        options={errorSorts.map(value => ({ value, label: sortLabels[value] }))}
        onValue={sortField => set({ sortField })}
      />
    </search>
  )
}
