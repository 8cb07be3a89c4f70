import { RocketIcon } from '@primer/octicons-react'
import { environmentPath } from '#contract/deploy/environments/environment-paths.ts'
import { environmentsTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { deployedCommit, deployedIssue, deployedMergeRequest } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './Environments.module.css'

type Where = ReplyOf<typeof import('#contract/deploy/environments/environment-pages.ts').deployedIssue>

const topics = { topics: ({ projectId }: Where) => [environmentsTopic(projectId)] }

interface IssuableProps {
  readonly namespace: string
  readonly iid: number
}

/** The environments that have a merge request. */
export const DeployedMergeRequest = (props: IssuableProps) => (
  <WhereDeployed where={useReading(deployedMergeRequest, props, topics).data} />
)

/** The environments that have the merge requests of an issue. */
export const DeployedIssue = (props: IssuableProps) => (
  <WhereDeployed where={useReading(deployedIssue, props, topics).data} />
)

/** The environments that have a commit. */
export const DeployedCommit = (props: { readonly namespace: string; readonly sha: string }) => (
  <WhereDeployed where={useReading(deployedCommit, props, topics).data} />
)

/** "Deployed to production 2 hours ago"; nothing where it is deployed nowhere, or the environments cannot be read. */
function WhereDeployed({ where }: { readonly where: Where | undefined }) {
  const [first, ...others] = where?.environments ?? []
  if (first === undefined) return null
  return (
    <p className={styles.deployed}>
      <RocketIcon />
      <span>
        Deployed to <EnvironmentLink environment={first} /> <RelativeTime at={first.finishedAt} />
        {others.map(environment => (
          <span key={environment.id}>
            , <EnvironmentLink environment={environment} />
          </span>
        ))}
      </span>
    </p>
  )
}

const EnvironmentLink = ({ environment }: { readonly environment: Where['environments'][number] }) => (
  <TextLink href={environmentPath(environment.projectPath, environment.id)}>
    <bdi>{environment.name}</bdi>
  </TextLink>
)
