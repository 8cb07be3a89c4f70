import { RocketIcon } from '@primer/octicons-react'
import { environmentPath } from '#contract/deploy/environments/environment-paths.ts'
import { deploymentsBefore } from '#contract/monitor/alerts/deployments-before.ts'
import { urlOf } from '#web/api/client.ts'
import { listDeployments } from '#web/api/operations.gen.ts'
import { hasAnswers } from '#web/api/page.ts'
import { queryClient, reading, useReading } from '#web/api/query.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from '../AlertDetails.module.css'
import type { AlertPageData } from '../shapes.ts'

/** Have the deployments that came with the document before the page is drawn. */
export async function readDeploymentsAhead({ namespace, facts }: AlertPageData): Promise<void> {
  const input = deploymentsBefore(namespace.fullPath, facts)
  if (namespace.offers.environments && hasAnswers(urlOf(listDeployments, input)))
    await queryClient.prefetchQuery(reading(listDeployments, input))
}

/** The last deployments before the alert, to its environment or, if it names none, to any: what most often is the cause. */
export function DeploymentsBefore({ page: { namespace, facts } }: { readonly page: AlertPageData }) {
  const { data: deployments = [] } = useReading(listDeployments, deploymentsBefore(namespace.fullPath, facts))
  if (deployments.length === 0) return null
  return (
    <Card title="Deployments before the alert" flush className={styles.table}>
      <List framed={false} aria-label="Deployments before the alert">
        {deployments.map(({ id, ref, sha, user, environment, finishedAt, createdAt }) => (
          <ListRow
            key={id}
            leading={<RocketIcon />}
            title={
              <>
                <NameText name={ref} />{' '}
                <TextLink href={`/${namespace.fullPath}/-/commit/${sha}`}>
                  <code>{sha.slice(0, 8)}</code>
                </TextLink>{' '}
                to <TextLink href={environmentPath(namespace.fullPath, environment.id)}>{environment.name}</TextLink>
              </>
            }
            detail={
              <>
                {user !== null && <>{user.name} · </>}
                <RelativeTime at={finishedAt ?? createdAt} />
              </>
            }
          />
        ))}
      </List>
    </Card>
  )
}
