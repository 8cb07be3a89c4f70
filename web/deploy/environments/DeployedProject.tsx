import { GitBranchIcon, GitCommitIcon, LinkExternalIcon, ServerIcon, TagIcon } from '@primer/octicons-react'
import { environmentPath, environmentsPath } from '#contract/deploy/environments/environment-paths.ts'
import { environmentsTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { deployedProject } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import type { ProjectHomePartProps } from '#web/foundation/projects/home-parts.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { NameText } from '#web/ui/text/NameText.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './DeployedProject.module.css'

/** The environments of a project with the deployments that they have now; nothing before the first deployment. */
export function DeployedProject({ project }: ProjectHomePartProps) {
  const { data } = useReading(
    deployedProject,
    { namespace: project.fullPath },
    { enabled: project.permissions.canReadEnvironments, topics: ({ projectId }) => [environmentsTopic(projectId)] },
  )
  if (data === undefined || data.environments.length === 0) return null
  const { environments, count } = data
  return (
    <section aria-labelledby="deployed-project">
      <header className={styles.header}>
        <ServerIcon />
        <h2 id="deployed-project" className={styles.title}>
          Environments
        </h2>
        <TextLink tone="muted" href={environmentsPath(project.fullPath)}>
          {counted(count, 'environment')}
        </TextLink>
      </header>
      <ul className={styles.list}>
        {environments.map(environment => (
          <EnvironmentCell key={environment.id} namespace={project.fullPath} environment={environment} />
        ))}
      </ul>
    </section>
  )
}

type Deployed = ReplyOf<typeof import('#contract/deploy/environments/environment-pages.ts').deployedProject>

interface EnvironmentCellProps {
  readonly namespace: string
  readonly environment: Deployed['environments'][number]
}

function EnvironmentCell({ namespace, environment: { id, name, externalUrl, current } }: EnvironmentCellProps) {
  const { ref, tag, sha, commitTitle, user, createdAt, finishedAt } = current
  const RefIcon = tag ? TagIcon : GitBranchIcon
  return (
    <li className={styles.cell}>
      <span className={styles.line}>
        <TextLink tone="plain" href={environmentPath(namespace, id)} className={styles.name}>
          <bdi>{name}</bdi>
        </TextLink>
        {externalUrl !== null && (
          <TextLink
            href={externalUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Open ${name}`}
            className={styles.open}
          >
            Open <LinkExternalIcon size={12} />
          </TextLink>
        )}
      </span>
      <span className={styles.line}>
        <GitCommitIcon />
        <TextLink href={`/${namespace}/-/commit/${sha}`}>
          <code>{sha.slice(0, 8)}</code>
        </TextLink>
        {commitTitle !== null && <bdi className={styles.commit}>{commitTitle}</bdi>}
      </span>
      <span className={styles.line}>
        <RefIcon />
        <span className={styles.commit}>
          <NameText name={ref} />
        </span>
        <span className={styles.when}>
          {user !== null && <bdi>{user.name}</bdi>} <RelativeTime at={finishedAt ?? createdAt} />
        </span>
      </span>
    </li>
  )
}
