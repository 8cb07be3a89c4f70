import { deployTitles } from '#contract/deploy/page-titles.ts'
import { releasePath, releasesPath } from '#contract/deploy/release-paths.ts'
import { projectTopic, releasesTopic } from '#contract/live-topics.ts'
import { getReleasePage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { ReleaseCard } from './ReleaseCard.tsx'
import type { ReleasePageData } from './shapes.ts'

/** One release. */
export function ReleasePage() {
  const { namespace = '', tag = '' } = usePageParams()
  const { data } = useReading(
    getReleasePage,
    { namespace, tag },
    { topics: page => [releasesTopic(page.namespace.id), projectTopic(page.namespace.id)] },
  )
  return data === undefined ? <Skeleton rows={6} /> : <Shown page={data} tag={tag} />
}

function Shown({ page, tag }: { readonly page: ReleasePageData; readonly tag: string }) {
  const { namespace, release, permissions } = page
  usePlace({
    title: deployTitles.release(release.name),
    namespace: shownNamespace(namespace),
    active: 'releases',
    crumbs: [
      { label: deployTitles.releases, href: releasesPath(namespace.fullPath) },
      { label: release.name, href: releasePath(namespace.fullPath, encodeURIComponent(tag)) },
    ],
  })
  return (
    <Page>
      <ReleaseCard namespace={namespace} release={release} permissions={permissions} isAlone />
    </Page>
  )
}
