import { deployTitles } from '#contract/deploy/page-titles.ts'
import { editReleasePath, releasePath, releasesPath } from '#contract/deploy/release-paths.ts'
import { releasesTopic } from '#contract/live-topics.ts'
import { getReleasePage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { useStaysOpen } from '#web/api/unsent-texts/stays-open.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { ReleaseForm } from './ReleaseForm.tsx'
import type { ReleasePageData } from './shapes.ts'

/** The form of a release that exists. */
export function EditReleasePage() {
  const { namespace = '', tag = '' } = usePageParams()
  const { data } = useReading(
    getReleasePage,
    { namespace, tag },
    { topics: page => [releasesTopic(page.namespace.id)] },
  )
  return data === undefined ? <Skeleton rows={8} /> : <Shown page={data} tag={tag} />
}

function Shown({ page, tag }: { readonly page: ReleasePageData; readonly tag: string }) {
  const { namespace, release, permissions } = page
  const isOpen = useStaysOpen(permissions.canAdminReleases)
  const segment = encodeURIComponent(tag)
  const path = releasePath(namespace.fullPath, segment)
  usePlace({
    title: deployTitles.editRelease(release.name),
    namespace: shownNamespace(namespace),
    active: 'releases',
    crumbs: [
      { label: deployTitles.releases, href: releasesPath(namespace.fullPath) },
      { label: release.name, href: path },
      { label: 'Edit', href: editReleasePath(namespace.fullPath, segment) },
    ],
  })
  return (
    <Page width="narrow">
      <PageHeader title={deployTitles.editRelease(release.name)} />
      {isOpen ? (
        <ReleaseForm namespace={namespace} release={release} defaultBranch="" />
      ) : (
        <EmptyState title="You cannot edit this release" action={<LinkButton href={path}>View release</LinkButton>}>
          Developers of the project can edit releases.
        </EmptyState>
      )}
    </Page>
  )
}
