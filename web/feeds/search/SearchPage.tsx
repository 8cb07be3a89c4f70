import {
  CommentIcon,
  FileIcon,
  GitCommitIcon,
  MilestoneIcon,
  PersonIcon,
  RepoIcon,
  SearchIcon,
  StackIcon,
} from '@primer/octicons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { feedTitles } from '#contract/feeds/page-titles.ts'
import type { SearchPageKind } from '#contract/feeds/search.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { searchTerms } from '#contract/search-text.ts'
import { queryOf } from '#web/api/client.ts'
import { searchPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { useSearchBox } from '#web/foundation/places/search-box.ts'
import { isKey } from '#web/ui/actions/keys.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { Marked } from '#web/ui/text/Marked.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { visitField } from '#web/ui/visit-field.ts'
import { messages } from './messages.ts'
import { plainSnippet } from './plain-snippet.ts'
import styles from './SearchPage.module.css'
import { hasAuthor, hasState, kindNames, searchPageInput, stateChoices } from './search-address.ts'

const keys = {
  next: { keys: 'j', label: 'Next result' },
  previous: { keys: 'k', label: 'Previous result' },
  search: { keys: '/', label: 'Change the words' },
} as const

/** Everything that has some words in it, by kind. */
export function SearchPage() {
  const address = usePageSearch()
  const input = searchPageInput(address)
  usePlace({ title: feedTitles.search, namespace: null, active: null, crumbs: [] })
  const { data, isError, refetch, isPlaceholderData } = useReading(searchPage, input, { keepPrevious: true })
  const results = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const step = (by: 1 | -1) => stepFrom(document.activeElement, results.current, by)
  useShortcuts(keys, { next: () => step(1), previous: () => step(-1), search: () => visitField(field.current) })
  return (
    <Page>
      <PageHeader title={feedTitles.search} />
      <Form field={field} results={results} scope={data?.scope ?? input.scope ?? 'issues'} />
      {data?.place && (
        <p className={styles.place}>
          Only in <TextLink href={placeHref(data.place)}>{data.place.fullName}</TextLink>.{' '}
          <TextLink href={hrefWith(address, { project_id: undefined, group_id: undefined, scope: undefined })}>
            Search everywhere
          </TextLink>
        </p>
      )}
      {data !== undefined && (
        <LinkTabs
          label="Results by kind"
          active={data.scope}
          tabs={data.counts.map(({ kind, count, isAtLeast }) => ({
            key: kind,
            label: kindNames[kind],
            ...(count !== null && { count, countIsAtLeast: isAtLeast }),
            href: hrefWith(address, { scope: kind, page: undefined }),
          }))}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the links in it, which take the focus */}
      <div ref={results} className={styles.results} aria-busy={isPlaceholderData} onKeyDown={moveByArrows}>
        {data === undefined ? (
          isError ? (
            <RetryBanner onRetry={refetch}>{messages.fetch}</RetryBanner>
          ) : (
            <Skeleton shape="row" rows={8} label="Searching" />
          )
        ) : (
          <Results data={data} words={input.search ?? ''} />
        )}
      </div>
      {data !== undefined && <Pages label="Pages of results" hasNext={data.hasNext} />}
    </Page>
  )
}

type Data = ReplyOf<typeof import('#contract/feeds/search.ts').searchPage>
type ResultRow = Data['rows'][number]

const placeHref = ({ kind, fullPath }: NonNullable<Data['place']>) =>
  kind === 'group' ? `/groups/${fullPath}` : `/${fullPath}`

function hrefWith(address: Readonly<Record<string, unknown>>, changes: Readonly<Record<string, unknown>>): string {
  const query = queryOf({ ...address, ...changes })
  return query === '' ? '/search' : `/search?${query}`
}

interface FormProps {
  readonly field: React.RefObject<HTMLInputElement | null>
  readonly results: React.RefObject<HTMLDivElement | null>
  readonly scope: SearchPageKind
}

function Form({ field, results, scope }: FormProps) {
  const words = useSearchBox('search')
  const author = useSearchBox('author')
  const { state, ...others } = usePageSearch()
  const setSearch = useSetSearch()
  // A user who arrives without a query wants to type one.
  useEffect(() => {
    if (field.current?.value === '') field.current.focus()
  }, [field])
  const chosen = typeof state === 'string' ? state : 'all'
  return (
    <search className={styles.form}>
      <SearchInput
        ref={field}
        label="Search"
        placeholder="Words, “a phrase”, or part of a word"
        value={words.text}
        onValue={words.setText}
        wrapperClassName={styles.words}
        size="l"
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' && !isKey(event, 'Enter')) return
          event.preventDefault()
          linksIn(results.current)[0]?.focus()
        }}
      />
      {/* The filters and the kinds of results stand in between. */}
      <button type="button" className={styles.skip} onClick={() => linksIn(results.current)[0]?.focus()}>
        Skip to results
      </button>
      {hasState(scope) && (
        <Select
          aria-label="State"
          size="l"
          value={chosen}
          options={stateChoices(scope)}
          onValue={value => {
            const { page: _, ...rest } = others
            setSearch(value === 'all' ? rest : { ...rest, state: value })
          }}
        />
      )}
      {hasAuthor(scope) && (
        <SearchInput
          label="Author"
          placeholder="Author’s username"
          value={author.text}
          onValue={author.setText}
          wrapperClassName={styles.author}
          size="l"
        />
      )}
    </search>
  )
}

const linksIn = (element: HTMLElement | null): readonly HTMLElement[] => [
  ...(element?.querySelectorAll<HTMLElement>('li a[data-result]') ?? []),
]

/** Focus the result beside the one that has the focus; without one, the first. */
function stepFrom(at: Element | null, results: HTMLElement | null, by: 1 | -1) {
  const links = linksIn(results)
  const place = links.findIndex(link => link === at)
  links[place < 0 ? 0 : place + by]?.focus()
}

function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const { target } = event
  if (by === 0 || event.ctrlKey || event.metaKey || event.altKey) return
  if (!(target instanceof HTMLElement) || !target.matches('[data-result]')) return
  event.preventDefault()
  stepFrom(target, event.currentTarget, by)
}

function Results({ data, words }: { readonly data: Data; readonly words: string }) {
  const terms = searchTerms(words)
  if (terms.length === 0)
    return (
      <EmptyState illustration={<Illustration of="nothing-yet" />} title="What are you looking for?">
        Words are found in any order and inside other words, without regard to case and accents. Put a phrase between
        quotes.
      </EmptyState>
    )
  if (data.rows.length === 0) {
    const elsewhere = data.counts.filter(({ count, kind }) => count !== null && count > 0 && kind !== data.scope)
    return (
      <EmptyState
        illustration={<Illustration of="nothing-found" />}
        title={`No ${kindNames[data.scope].toLowerCase()} found`}
      >
        {elsewhere.length > 0
          ? `There are results under ${elsewhere.map(({ kind }) => kindNames[kind]).join(', ')}.`
          : 'Check the spelling or use fewer words.'}
      </EmptyState>
    )
  }
  return (
    <>
      {data.isNear && (
        <p role="status" className={styles.place}>
          {messages.near}
        </p>
      )}
      <List aria-label={kindNames[data.scope]}>
        {data.rows.map(row => (
          <Found key={row.key} row={row} kind={data.scope} terms={terms} />
        ))}
      </List>
    </>
  )
}

interface FoundProps {
  readonly row: ResultRow
  readonly kind: SearchPageKind
  readonly terms: readonly string[]
}

function Found({ row, kind, terms }: FoundProps) {
  return (
    <ListRow
      leading={leadingOf(row, kind)}
      title={
        <TextLink href={row.path} tone="plain" data-result="" className={styles.title}>
          <Marked text={row.title} terms={terms} />
        </TextLink>
      }
      detail={
        <>
          <span>
            {row.reference}
            {row.isConfidential && ' · Confidential'}
            {row.author && (
              <>
                {' · '}
                <bdi>{row.author.name}</bdi>
              </>
            )}
            {row.at && (
              <>
                {' · '}
                <RelativeTime at={row.at} />
              </>
            )}
          </span>
          {row.snippet && <Snippet text={row.snippet} isCode={kind === 'blobs'} terms={terms} />}
        </>
      }
    />
  )
}

function Snippet({
  text,
  isCode,
  terms,
}: {
  readonly text: string
  readonly isCode: boolean
  readonly terms: readonly string[]
}) {
  if (isCode)
    return (
      <pre className={styles.code}>
        <Marked text={text.replace(/\n$/, '')} terms={terms} />
      </pre>
    )
  return (
    <bdi className={styles.snippet}>
      <Marked text={plainSnippet(text, terms)} terms={terms} />
    </bdi>
  )
}

const icons: Readonly<Record<Exclude<SearchPageKind, 'issues' | 'merge_requests'>, ReactNode>> = {
  epics: <StackIcon />,
  notes: <CommentIcon />,
  milestones: <MilestoneIcon />,
  projects: <RepoIcon />,
  users: <PersonIcon />,
  blobs: <FileIcon />,
  commits: <GitCommitIcon />,
}

function leadingOf({ state }: ResultRow, kind: SearchPageKind): ReactNode {
  if (kind !== 'issues' && kind !== 'merge_requests') return icons[kind] ?? <SearchIcon />
  return (
    <StateBadge
      state={state === 'closed' || state === 'merged' || state === 'locked' ? state : 'opened'}
      of={kind === 'issues' ? 'issue' : 'merge_request'}
      look="icon"
    />
  )
}
