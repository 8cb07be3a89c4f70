import { deployTitles } from '#contract/deploy/page-titles.ts'
import { newReleasePath, releasesPath } from '#contract/deploy/release-paths.ts'
import { getNewReleasePage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { ReleaseForm } from './ReleaseForm.tsx'

/** The form of a new release. */
export function NewReleasePage() {
  const { namespace = '' } = usePageParams()
  const { tag_name: tag } = usePageSearch()
  const { data } = useReading(getNewReleasePage, { namespace })
  usePlace({
    title: deployTitles.newRelease,
    namespace: data === undefined ? null : shownNamespace(data.namespace),
    active: 'releases',
    crumbs: [
      { label: deployTitles.releases, href: releasesPath(namespace) },
      { label: 'New', href: newReleasePath(namespace) },
    ],
  })
  if (data === undefined) return <Skeleton rows={8} />
  return (
    <Page width="narrow">
      <PageHeader title={deployTitles.newRelease} />
      {data.hasCommits ? (
        <ReleaseForm
          namespace={data.namespace}
          release={null}
          defaultBranch={data.defaultBranch}
          initialTag={typeof tag === 'string' ? tag : ''}
        />
      ) : (
        <EmptyState title="The repository has no commits yet">
          A release presents a tag. Push a commit before you create the first release.
        </EmptyState>
      )}
    </Page>
  )
}
