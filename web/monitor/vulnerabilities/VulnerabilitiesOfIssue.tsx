import { XIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { issueTopic, vulnerabilitiesTopic } from '#contract/live-topics.ts'
import { useTopics } from '#web/api/live/live.ts'
import {
  deleteVulnerabilityIssueLink,
  getVulnerabilitiesOfIssue,
  getVulnerabilityPage,
} from '#web/api/operations.gen.ts'
import { reading, useOperation } from '#web/api/query.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { messages } from './messages.ts'
import { SeverityMark, StateChip } from './VulnerabilityMarks.tsx'
import styles from './VulnerabilityPage.module.css'

/** The vulnerabilities that are linked to the issue, for those who may see them; nothing where there are none. */
export function VulnerabilitiesOfIssue() {
  const { namespace, issue } = useIssuePage()
  const {
    data = [],
    isError,
    refetch,
  } = useQuery(reading(getVulnerabilitiesOfIssue, { namespace: namespace.fullPath, iid: issue.iid }))
  useTopics(
    [
      issueTopic(issue.id),
      ...new Set([namespace.id, ...data.map(({ projectId }) => projectId)].map(vulnerabilitiesTopic)),
    ],
    useCallback(() => void refetch(), [refetch]),
  )
  const unlink = useOperation(deleteVulnerabilityIssueLink, {
    refreshes: [getVulnerabilitiesOfIssue, getVulnerabilityPage],
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  if (isError) return <RetryBanner onRetry={() => void refetch()}>{messages.ofIssue}</RetryBanner>
  if (data.length === 0) return null
  return (
    <Card flush title="Related vulnerabilities" className={styles.ofIssue}>
      <ul className={styles.list}>
        {data.map(({ id, title, severity, state, path, linkId }) => (
          <li key={id} className={styles.row}>
            <SeverityMark severity={severity} />
            <span className={styles.name}>
              <TextLink href={path}>
                <bdi>{title}</bdi>
              </TextLink>
            </span>
            <StateChip state={state} />
            {linkId !== null && (
              <IconButton
                size="s"
                icon={<XIcon />}
                label={`Unlink ${title}`}
                onClick={() => unlink.mutate({ id, issueLinkId: linkId })}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
