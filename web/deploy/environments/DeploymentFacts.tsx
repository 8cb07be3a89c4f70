import { GitBranchIcon, GitCommitIcon, LinkExternalIcon, TagIcon } from '@primer/octicons-react'
import type { DeploymentOnPage } from '#contract/deploy/environments/environment-pages.ts'
import { Chip } from '#web/foundation/Chip.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { StatusMark } from '#web/ui/status/StatusMark.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './Environments.module.css'
import { statusLabels } from './words.ts'

interface DeploymentProps {
  readonly deployment: DeploymentOnPage
}

/** The status and number of a deployment, with its peculiarities. */
export function DeploymentMarks({ deployment }: DeploymentProps) {
  const { iid, status, rollback, inFreeze } = deployment
  const isWaiting = status === 'created' || status === 'blocked'
  return (
    <span className={styles.marks}>
      <StatusMark state={isWaiting ? 'pending' : status}>{statusLabels[status]}</StatusMark>
      <span className={styles.number}>#{iid}</span>
      {rollback === true && <Chip tone="warning">Rollback</Chip>}
      {inFreeze && <Chip tone="warning">During a freeze</Chip>}
    </span>
  )
}

interface DeploymentFactsProps extends DeploymentProps {
  /** The full path of the project. */
  readonly namespace: string
  readonly canReadCode: boolean
}

/** The commit, the branch or tag, the user and the time of a deployment. */
export function DeploymentFacts({ deployment, namespace, canReadCode }: DeploymentFactsProps) {
  const { sha, ref, tag, commitTitle, user, createdAt, finishedAt, targetUrl } = deployment
  const RefIcon = tag ? TagIcon : GitBranchIcon
  const shortSha = <code>{sha.slice(0, 8)}</code>
  return (
    <span className={styles.facts}>
      <span className={styles.fact}>
        <GitCommitIcon />
        {canReadCode ? <TextLink href={`/${namespace}/-/commit/${sha}`}>{shortSha}</TextLink> : shortSha}
        {commitTitle !== null && <bdi className={styles.commit}>{commitTitle}</bdi>}
      </span>
      <span className={styles.fact}>
        <RefIcon />
        <NameText name={ref} />
      </span>
      <span>
        {user !== null && (
          <>
            <TextLink tone="plain" href={`/${user.username}`}>
              {user.name}
            </TextLink>{' '}
          </>
        )}
        <RelativeTime at={finishedAt ?? createdAt} />
      </span>
      {targetUrl !== null && (
        <TextLink href={targetUrl} target="_blank" rel="noopener noreferrer nofollow" className={styles.fact}>
          Job <LinkExternalIcon size={12} />
        </TextLink>
      )}
    </span>
  )
}
