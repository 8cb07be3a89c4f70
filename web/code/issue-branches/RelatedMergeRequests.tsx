import { MilestoneIcon } from '@primer/octicons-react'
import type { PipelineState } from '#contract/code/commits/pipeline-status.ts'
import { pipelineStatus } from '#contract/code/commits/pipeline-status.ts'
import { issueTopic, pipelinesTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { callFully, urlOf } from '#web/api/client.ts'
import { listRelatedMergeRequests } from '#web/api/operations.gen.ts'
import { keyOf } from '#web/api/query.ts'
import { listedAtOnce, listedRows, useListedRows } from '#web/plan/issuable/rows/use-listed-rows.tsx'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { AvatarStack } from '#web/ui/people/AvatarStack.tsx'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { StatusMark } from '#web/ui/status/StatusMark.tsx'
import { messages } from './messages.ts'
import styles from './Related.module.css'

type MergeRequest = ReplyOf<typeof import('#contract/code/issue-branches.ts').listRelatedMergeRequests>[number]

/** The query, and the address of its first page. */
export function relatedMergeRequests({ namespace, issue }: IssuePageData) {
  const input = { id: namespace.id, issueIid: issue.iid, perPage: listedAtOnce }
  return {
    firstUrl: urlOf(listRelatedMergeRequests, { ...input, page: 1 }),
    query: listedRows(keyOf(listRelatedMergeRequests, input), (page, signal) =>
      callFully(listRelatedMergeRequests, { ...input, page }, { signal }),
    ),
  }
}

/** Merge requests that mention the issue or close it, with their count. @source MR-008 to MR-012 */
export function RelatedMergeRequests() {
  const page = useIssuePage()
  const { namespace, issue } = page
  const { rows, more, count, isError, refetch } = useListedRows(relatedMergeRequests(page).query, [
    issueTopic(issue.id),
    pipelinesTopic(namespace.id),
  ])
  if (isError) return <RetryBanner onRetry={() => void refetch()}>{messages.relatedMergeRequests}</RetryBanner>
  if (rows.length === 0) return null
  return (
    <Card
      flush
      title={
        <span className={styles.title}>
          Related merge requests <CounterBadge count={count} />
        </span>
      }
    >
      <ul className={styles.list}>
        {rows.map(each => (
          <Row key={each.id} mergeRequest={each} projectId={namespace.id} />
        ))}
      </ul>
      {more}
    </Card>
  )
}

/** @source MR-009 */
function Row({ mergeRequest: it, projectId }: { readonly mergeRequest: MergeRequest; readonly projectId: number }) {
  const people = it.assignees.length > 0 || it.assignee === null ? it.assignees : [it.assignee]
  return (
    <li className={styles.row} data-state={it.state}>
      <span className={styles.state}>
        {/* @source MR-001 */}
        <StateBadge state={it.state === 'locked' ? 'opened' : it.state} of="merge_request" look="icon" />
      </span>
      <div className={styles.words}>
        <Anchor href={new URL(it.webUrl).pathname} className={styles.name}>
          {it.title}
        </Anchor>
        <div className={styles.facts}>
          <span>{it.projectId === projectId ? it.references.short : it.references.full}</span>
          {it.milestone && (
            <span className={styles.fact} title={`Milestone: ${it.milestone.title}`}>
              <MilestoneIcon size={12} /> <bdi>{it.milestone.title}</bdi>
            </span>
          )}
        </div>
      </div>
      <Pipeline of={it.headPipeline} />
      <AvatarStack label="Assignees" people={people} most={3} sizePx={24} />
    </li>
  )
}

function Pipeline({ of }: { readonly of: MergeRequest['headPipeline'] }) {
  const status = statusOf(of)
  if (status === null) return null
  const name = `Pipeline: ${pipelineStatus[status].label}`
  return (
    <span role="img" aria-label={name} title={name} className={styles.pipeline}>
      <StatusMark state={status} look="icon">
        {pipelineStatus[status].text}
      </StatusMark>
    </span>
  )
}

function statusOf(pipeline: unknown): PipelineState | null {
  const group = (pipeline as { readonly detailedStatus?: { readonly group?: unknown } } | null)?.detailedStatus?.group
  return typeof group === 'string' && Object.hasOwn(pipelineStatus, group) ? (group as PipelineState) : null
}
