import { RocketIcon } from '@primer/octicons-react'
import { releasePath, releasesPath } from '#contract/deploy/release-paths.ts'
import { releasesTopic } from '#contract/live-topics.ts'
import { getLatestReleaseOfProject } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import type { ProjectHomePartProps } from '#web/foundation/projects/home-parts.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { NameText } from '#web/ui/text/NameText.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './LatestOfProject.module.css'

/** The latest release of a project in one line; nothing without releases. */
export function LatestOfProject({ project }: ProjectHomePartProps) {
  const { data } = useReading(
    getLatestReleaseOfProject,
    { namespace: project.fullPath },
    { enabled: project.permissions.canReadReleases, topics: () => [releasesTopic(project.id)] },
  )
  if (data === undefined || data.latest === null) return null
  const { latest, count } = data
  return (
    <p className={styles.line}>
      <RocketIcon />
      <span className={styles.name}>
        Latest release{' '}
        <TextLink href={releasePath(project.fullPath, encodeURIComponent(latest.tagName))}>
          <NameText name={latest.name} />
        </TextLink>{' '}
        <RelativeTime at={latest.releasedAt} />
      </span>
      <TextLink tone="muted" href={releasesPath(project.fullPath)}>
        {counted(count, 'release')}
      </TextLink>
    </p>
  )
}
