import { XIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { featureFlagsTopic, issueTopic } from '#contract/live-topics.ts'
import { urlOf } from '#web/api/client.ts'
import { useTopics } from '#web/api/live/live.ts'
import { listFlagsOfIssue, unlinkFlagFromIssue } from '#web/api/operations.gen.ts'
import { hasAnswers } from '#web/api/page.ts'
import { queryClient, reading, useOperation } from '#web/api/query.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { FlagMark } from './FlagMark.tsx'
import { messages } from './messages.ts'
import styles from './RelatedFlags.module.css'

const LinkFlagDialog = onDemand(() => import('./LinkFlagDialog.tsx').then(module => module.LinkFlagDialog))

const inputOf = ({ namespace, issue }: IssuePageData) => ({ namespace: namespace.fullPath, iid: issue.iid })

/** Take in what came with the document. */
export async function relatedFlagsAhead(page: IssuePageData): Promise<void> {
  const input = inputOf(page)
  if (hasAnswers(urlOf(listFlagsOfIssue, input))) await queryClient.prefetchQuery(reading(listFlagsOfIssue, input))
}

/** The feature flags of the issue; nothing where there are none. @source FLAG-001, FLAG-002, FLAG-004 */
export function RelatedFlags() {
  const page = useIssuePage()
  const { data = [], isError, refetch } = useQuery(reading(listFlagsOfIssue, inputOf(page)))
  useTopics(
    [issueTopic(page.issue.id), featureFlagsTopic(page.namespace.id)],
    useCallback(() => void refetch(), [refetch]),
  )
  const [isLinking, setLinking] = useState(false)
  const unlink = useOperation(unlinkFlagFromIssue, {
    refreshes: [listFlagsOfIssue],
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  // Those who can see flags manage them, unless the project is read-only.
  const button = !page.namespace.archived && (
    <Button size="s" onClick={() => setLinking(true)}>
      Link feature flag
    </Button>
  )
  return (
    <>
      {!isError && data.length === 0 && <div className={styles.alone}>{button}</div>}
      <div data-mount="related-feature-flags" className={styles.mount}>
        {isError ? (
          <RetryBanner onRetry={() => void refetch()}>{messages.relatedFlags}</RetryBanner>
        ) : (
          data.length > 0 && (
            <Card
              flush
              aside={button}
              title={
                <span className={styles.title}>
                  Related feature flags <CounterBadge count={data.length} />
                </span>
              }
            >
              <ul className={styles.list}>
                {data.map(flag => (
                  <li key={flag.id} className={styles.row}>
                    <FlagMark isOn={flag.active} />
                    <Anchor href={flag.path} className={styles.name}>
                      {flag.name}
                    </Anchor>
                    <span className={styles.reference}>{flag.reference}</span>
                    {flag.relationPath !== null && (
                      <span className={styles.unlink}>
                        <IconButton
                          size="s"
                          label={`Unlink ${flag.name}`}
                          icon={<XIcon />}
                          onClick={() =>
                            unlink.mutate({ ...inputOf(page), linkId: Number(flag.relationPath?.split('/').at(-1)) })
                          }
                        />
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </Card>
          )
        )}
      </div>
      {isLinking && (
        <LinkFlagDialog
          projectId={page.namespace.id}
          issue={inputOf(page)}
          linked={data.map(({ name }) => name)}
          onClose={() => setLinking(false)}
        />
      )}
    </>
  )
}
