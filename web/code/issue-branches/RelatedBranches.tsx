import { pipelinesTopic, repositoryTopic } from '#contract/live-topics.ts'
import { getRelatedBranches } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { Prose } from '#web/discuss/text/Prose.tsx'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { messages } from './messages.ts'
import styles from './Related.module.css'

/** @source BRANCH-027, BRANCH-033 */
export function RelatedBranches() {
  const { namespace, issue } = useIssuePage()
  const branches = useReading(
    getRelatedBranches,
    { namespace: namespace.fullPath, iid: issue.iid },
    { topics: () => [repositoryTopic(namespace.id), pipelinesTopic(namespace.id)] },
  )
  if (branches.isError)
    return <RetryBanner onRetry={() => void branches.refetch()}>{messages.relatedBranches}</RetryBanner>
  if (branches.data === undefined || branches.data.html === '') return null
  return (
    <Card flush title="Related branches">
      <Prose html={branches.data.html} wide className={styles.branches} />
    </Card>
  )
}
