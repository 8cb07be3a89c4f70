import { errorsTopic } from '#contract/live-topics.ts'
import { getErrorOfIssue } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { StatusChip } from './ErrorMarks.tsx'
import styles from './ErrorOfIssue.module.css'
import { messages } from './messages.ts'
import { StackTraces } from './StackTrace.tsx'

/** The stack trace of the error that an issue was created from. @source ERRTRK-018 */
export function ErrorOfIssue() {
  const { namespace, issue } = useIssuePage()
  const { data, isError, refetch } = useReading(
    getErrorOfIssue,
    { namespace: namespace.fullPath, iid: issue.iid },
    { topics: () => [errorsTopic(namespace.id)] },
  )
  if (data === undefined)
    return isError ? (
      <RetryBanner onRetry={refetch}>{messages.stackTrace}</RetryBanner>
    ) : (
      <Skeleton rows={4} label="Loading stack trace" />
    )
  const { error } = data
  return (
    <div className={styles.part}>
      <p className={styles.error}>
        Error <TextLink href={error.path}>{error.title}</TextLink> <StatusChip status={error.status} />
      </p>
      <StackTraces error={error} title={error.title} />
    </div>
  )
}
