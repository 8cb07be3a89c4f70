import { PlusIcon, RssIcon } from '@primer/octicons-react'
import { deployTitles } from '#contract/deploy/page-titles.ts'
import { newReleasePath, releasesPath } from '#contract/deploy/release-paths.ts'
import { projectTopic, releasesTopic } from '#contract/live-topics.ts'
import { getReleasesPage } from '#web/api/operations.gen.ts'
import { useOwnChange } from '#web/api/own-change.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { ReleaseCard } from './ReleaseCard.tsx'
import styles from './Releases.module.css'
import { releasesInput } from './releases-input.ts'
import type { ReleasesPageData } from './shapes.ts'

/** The releases of a project, the latest first. */
export function ReleasesPage() {
  const { namespace = '' } = usePageParams()
  const { data, isPlaceholderData } = useReading(getReleasesPage, releasesInput(namespace, usePageSearch()), {
    keepPrevious: true,
    topics: page => [releasesTopic(page.namespace.id), projectTopic(page.namespace.id)],
  })
  return data === undefined ? (
    <PlaceListSkeleton title={deployTitles.releases} />
  ) : (
    <Shown page={data} isBehind={isPlaceholderData} />
  )
}

interface ShownReleasesProps {
  readonly page: ReleasesPageData
  /** A changed address is being asked for; the page is of the former one. */
  readonly isBehind: boolean
}

function Shown({ page, isBehind }: ShownReleasesProps) {
  const { namespace, permissions } = page
  const path = releasesPath(namespace.fullPath)
  usePlace({
    title: deployTitles.releases,
    namespace: shownNamespace(namespace),
    active: 'releases',
    crumbs: [{ label: deployTitles.releases, href: path }],
  })
  const listed = JSON.stringify([namespace.id, usePageSearch(), isBehind])
  const steady = useSteadyList(listed, page.releases, release => release.id, useOwnChange())
  const create = permissions.canAdminReleases && (
    <LinkButton variant="primary" icon={<PlusIcon />} href={newReleasePath(namespace.fullPath)}>
      New release
    </LinkButton>
  )
  return (
    <Page>
      <PageHeader
        title={deployTitles.releases}
        actions={
          <>
            <LinkButton href={`${path}?format=atom`} icon={<RssIcon />} aria-label="Atom feed of releases">
              Feed
            </LinkButton>
            {create}
          </>
        }
      />
      <SteadyArea of={steady} noun="release">
        {steady.rows.length > 0 ? (
          <ol className={styles.list} aria-label={deployTitles.releases}>
            {steady.rows.map(release => (
              <li key={release.id}>
                <ReleaseCard namespace={namespace} release={release} permissions={permissions} />
              </li>
            ))}
          </ol>
        ) : (
          <EmptyState illustration={<Illustration of="nothing-yet" />} title="No releases yet" action={create}>
            A release presents a tag with notes about its changes and files to download.
          </EmptyState>
        )}
      </SteadyArea>
      <Pages label="Releases pagination" hasNext={page.hasNext} />
    </Page>
  )
}
