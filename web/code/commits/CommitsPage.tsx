import { PersonIcon, RssIcon, TriangleDownIcon, XIcon } from '@primer/octicons-react'
import { codeTitles } from '#contract/code/page-titles.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { codeCommitsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useGoTo, usePageParams, usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { codeShortcuts } from '#web/code/shortcuts.ts'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { usePageNumber, useSearchBox } from '#web/foundation/places/search-box.ts'
import { EmptyRepository } from '#web/foundation/projects/EmptyRepository.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import type { CodePlace, CodeRef, CommitLine } from '../shapes.ts'
import { commitsHref } from '../shared/addresses.ts'
import { NewCommits, useQuietReading } from '../shared/commits/NewCommits.tsx'
import { PersonAvatar } from '../shared/commits/Person.tsx'
import { PathCrumbs } from '../shared/files/PathCrumbs.tsx'
import { moveFocus } from '../shared/move-focus.ts'
import { onPath, searchedIn } from '../shared/on-path.ts'
import { otherRef } from '../shared/place.ts'
import { RefSwitcher } from '../shared/RefSwitcher.tsx'
import { Toolbar } from '../shared/Toolbar.tsx'
import { CommitList } from './CommitList.tsx'
import styles from './CommitsPage.module.css'
import { commitTopics } from './commit-topics.ts'
import { ListSkeleton } from './ListSkeleton.tsx'

const isNews = (shown: { commits: readonly CommitLine[] }, now: { commits: readonly CommitLine[] }): boolean =>
  shown.commits[0]?.id !== now.commits[0]?.id

/** The commits of a ref, or of one of its files or folders. */
export function CommitsPage() {
  const search = useSearchBox()
  const page = usePageNumber()
  const pageSearch = usePageSearch()
  const { author } = pageSearch
  const { data, news, showNews } = useQuietReading(
    codeCommitsPage,
    {
      ...onPath(usePageParams(), usePageSearch()),
      ...(search.asked === undefined ? {} : { search: search.asked }),
      ...(typeof author === 'string' ? { author } : {}),
      ...(page === undefined ? {} : { page }),
      ...searchedIn(pageSearch),
    },
    isNews,
    { keepPrevious: true, topics: commitTopics },
  )
  usePlace({
    title: visibleName(codeTitles.commitsOf(data?.path ?? '', otherRef(data?.ref ?? null))),
    namespace: data === undefined ? null : shownNamespace(data.place.header),
    active: 'commits',
    crumbs: data === undefined ? [] : [{ label: 'Commits', href: `/${data.place.namespace}/-/commits` }],
  })
  if (data === undefined) return <ListSkeleton />
  const { place, ref, path, commits, hasNext, searched } = data
  return (
    <Page>
      <VisuallyHidden>
        <h1>{path === '' ? 'Commits' : `Commits of ${path}`}</h1>
      </VisuallyHidden>
      {ref === null ? (
        <EmptyRepository {...place} />
      ) : (
        <>
          <Head place={place} at={ref} path={path} commits={commits} box={search} />
          {news && <NewCommits onShow={showNews}>There are new commits.</NewCommits>}
          {commits.length === 0 ? (
            <NoCommits
              isSearch={search.asked !== undefined || author !== undefined}
              from={searchedIn(pageSearch).searched ?? 0}
              to={searched}
            />
          ) : (
            <CommitList place={place} commits={commits} />
          )}
          {searched === null ? (
            <Pages label="Commits pagination" hasNext={hasNext} />
          ) : (
            <SearchFurther searched={searched} />
          )}
        </>
      )}
    </Page>
  )
}

interface NoCommitsProps {
  readonly isSearch: boolean
  /** The number of commits that earlier steps of the search have examined; they may have found some. */
  readonly from: number
  /** The number that this step and the earlier ones have examined; null after the last step. */
  readonly to: number | null
}

function NoCommits({ isSearch, from, to }: NoCommitsProps) {
  const examined = to === null ? null : counted(to - from, 'commit')
  return (
    <EmptyState
      illustration={<Illustration of="nothing-found" />}
      title={from > 0 ? 'No further commits found' : 'No commits found'}
    >
      {!isSearch
        ? 'No commits yet.'
        : examined === null
          ? `No ${from > 0 ? 'older commits' : 'commits'} match this message and author.`
          : `None of the ${from > 0 ? 'next' : 'newest'} ${examined} match this message and author.`}
    </EmptyState>
  )
}

/** A search of a long history replies before it has examined all commits. */
function SearchFurther({ searched }: { readonly searched: number }) {
  const search = usePageSearch()
  const setSearch = useSetSearch()
  return (
    <p className={styles.further}>
      <Button onClick={() => setSearch({ ...search, searched: String(searched) })}>Search further back</Button>
    </p>
  )
}

interface HeadProps {
  readonly place: CodePlace
  readonly at: CodeRef
  readonly path: string
  readonly commits: readonly CommitLine[]
  readonly box: ReturnType<typeof useSearchBox>
}

function Head({ place, at, path, commits, box }: HeadProps) {
  const goTo = useGoTo()
  useShortcuts(codeShortcuts.commits, {
    next: () => moveFocus('[data-commit]', 1),
    previous: () => moveFocus('[data-commit]', -1),
    search: () => document.querySelector<HTMLElement>('main [type=search]')?.focus(),
  })
  return (
    <Toolbar
      actions={
        <>
          <AuthorFilter commits={commits} />
          <SearchInput
            label="Search messages"
            value={box.text}
            onValue={box.setText}
            wrapperClassName={styles.search}
          />
          <LinkButton
            href={`${commitsHref(place, at.name, path)}?format=atom`}
            icon={<RssIcon />}
            aria-label="Atom feed of these commits"
          >
            Feed
          </LinkButton>
        </>
      }
    >
      <RefSwitcher namespace={place.namespace} current={at} onPick={name => goTo(commitsHref(place, name, path))} />
      {path !== '' && (
        <PathCrumbs
          place={place}
          refName={at.name}
          path={path}
          hrefOf={folder => commitsHref(place, at.name, folder)}
        />
      )}
    </Toolbar>
  )
}

function AuthorFilter({ commits }: { readonly commits: readonly CommitLine[] }) {
  const { page: _, searched: __, author, ...search } = usePageSearch()
  const setSearch = useSetSearch()
  const choose = (name: string | undefined) => setSearch(name === undefined ? search : { ...search, author: name })
  if (typeof author === 'string') {
    return (
      <Button icon={<PersonIcon />} trailing={<XIcon />} onClick={() => choose(undefined)}>
        <span className={styles.author}>By {author}</span>
      </Button>
    )
  }
  const people = [...new Map(commits.map(commit => [commit.authorEmail, commit])).values()]
  return (
    <Popover
      label="Author"
      padded={false}
      placement="bottom-end"
      trigger={
        <Button icon={<PersonIcon />} trailing={<TriangleDownIcon />}>
          Author
        </Button>
      }
    >
      {close => (
        <Picker
          label="Authors"
          placeholder="Name or email"
          selected={[]}
          options={people.map(commit => ({
            id: commit.authorEmail,
            text: commit.author?.name ?? commit.authorName,
            detail: commit.authorEmail,
            leading: <PersonAvatar of={commit} />,
          }))}
          create={{
            label: text => `Commits by “${text}”`,
            run: text => {
              close()
              choose(text)
            },
          }}
          onClose={close}
          onChange={([email]) => {
            close()
            choose(email)
          }}
        />
      )}
    </Popover>
  )
}
