import { pipelineStatus } from '#contract/code/commits/pipeline-status.ts'
import { issuableTopic } from '#contract/live-topics.ts'
import { getMergeRequestPipelinesPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { StatusMark } from '#web/ui/status/StatusMark.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { ListSkeleton } from '../../commits/ListSkeleton.tsx'
import { commitHref, pipelineHref } from '../../shared/addresses.ts'
import type { MergeRequestPipeline } from '../shapes.ts'
import { CheckList } from './CheckList.tsx'
import { useMergeRequestPage } from './merge-request-context.ts'
import styles from './PipelinesTab.module.css'

/** The pipelines of a merge request with their checks, newest first. */
export function PipelinesTab() {
  const { namespace, mergeRequest } = useMergeRequestPage()
  const input = { namespace: namespace.fullPath, iid: mergeRequest.iid }
  const { data } = useReading(getMergeRequestPipelinesPage, input, {
    topics: () => [issuableTopic('merge_request', mergeRequest.id)],
  })
  if (data === undefined) return <ListSkeleton />
  const { pipelines } = data
  if (pipelines.length === 0) {
    return (
      <EmptyState illustration={<Illustration of="nothing-yet" />} title="No pipelines">
        Pipelines appear here after a CI service reports a commit status on {mergeRequest.sourceBranch}.
      </EmptyState>
    )
  }
  return (
    <List className={styles.pipelines}>
      {pipelines.map(pipeline => (
        <Row key={pipeline.id} pipeline={pipeline} isHead={pipeline.sha === mergeRequest.headSha} />
      ))}
    </List>
  )
}

function Row({ pipeline, isHead }: { readonly pipeline: MergeRequestPipeline; readonly isHead: boolean }) {
  const { id, status, namespace, sha, title, ref, updatedAt, counts, checks } = pipeline
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const failed = counts.find(each => each.status === 'failed')?.count ?? 0
  const parts = counts.map(check => `${check.count.toLocaleString('en')} ${pipelineStatus[check.status].label}`)
  return (
    <>
      <ListRow
        leading={
          <span className={styles.mark}>
            <StatusMark state={status}>{pipelineStatus[status].text}</StatusMark>
            {failed > 0 && status !== 'failed' && (
              <span className={styles.failed}>{failed.toLocaleString('en')} failed</span>
            )}
          </span>
        }
        title={
          <TextLink tone="plain" href={pipelineHref({ namespace }, id)}>
            #{id} {title}
          </TextLink>
        }
        detail={
          <span>
            {counted(total, 'check')}: {parts.join(', ')} · <RelativeTime at={updatedAt} />
          </span>
        }
        trailing={
          <span className={styles.commit}>
            {isHead && <span className={styles.head}>Latest version</span>}
            <TextLink tone="plain" href={commitHref({ namespace }, sha)} title={`Commit on ${ref}`}>
              <code>{sha.slice(0, 8)}</code>
            </TextLink>
          </span>
        }
      />
      <li className={styles.checks}>
        <CheckList checks={checks} />
        {checks.length < total && (
          <TextLink href={pipelineHref({ namespace }, id)}>Show all {total.toLocaleString('en')} checks</TextLink>
        )}
      </li>
    </>
  )
}
