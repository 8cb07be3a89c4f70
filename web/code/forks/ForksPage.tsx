import { RepoForkedIcon } from '@primer/octicons-react'
import { codeTitles } from '#contract/code/page-titles.ts'
import { projectTopic } from '#contract/live-topics.ts'
import { forksPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { ProjectRow } from '#web/foundation/places/PlaceRows.tsx'
import { usePageNumber } from '#web/foundation/places/search-box.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { ListSkeleton } from '../commits/ListSkeleton.tsx'

/** The forks of a project that the viewer may see, most recently active first. */
export function ForksPage() {
  const { namespace = '' } = usePageParams()
  const page = usePageNumber()
  const { data } = useReading(
    forksPage,
    { namespace, ...(page === undefined ? {} : { page }) },
    { keepPrevious: true, topics: ({ header }) => [projectTopic(header.id)] },
  )
  usePlace({
    title: codeTitles.forks,
    namespace: data === undefined ? null : shownNamespace(data.header),
    active: 'home',
    crumbs: [{ label: codeTitles.forks, href: `/${namespace}/-/forks` }],
  })
  if (data === undefined) return <ListSkeleton />
  const { header, canFork, forks, hasNext } = data
  return (
    <Page>
      <PageHeader
        title={codeTitles.forks}
        detail={`Copies of ${header.name} in other namespaces`}
        actions={
          canFork && (
            <LinkButton href={`/${namespace}/-/forks/new`} variant="primary" icon={<RepoForkedIcon />}>
              Fork project
            </LinkButton>
          )
        }
      />
      {forks.length === 0 ? (
        <EmptyState illustration={<Illustration of="nothing-found" />} title="No forks yet">
          A fork is your own copy of the project. Changes to it do not affect the original.
        </EmptyState>
      ) : (
        <List>
          {forks.map(fork => (
            <ProjectRow key={fork.id} project={fork} />
          ))}
        </List>
      )}
      <Pages label="Forks pagination" hasNext={hasNext} />
    </Page>
  )
}
