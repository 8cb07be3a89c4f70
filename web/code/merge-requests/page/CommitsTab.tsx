import { issuablesTopic, issuableTopic } from '#contract/live-topics.ts'
import { getMergeRequestCommitsPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { CommitList } from '../../commits/CommitList.tsx'
import { ListSkeleton } from '../../commits/ListSkeleton.tsx'
import styles from './CommitsTab.module.css'
import { ContextCommits } from './ContextCommits.tsx'
import { mergeRequestHref } from './merge-request-address.ts'
import { useMergeRequestPage } from './merge-request-context.ts'

/** The commits that a merge adds to the target branch, newest first. */
export function CommitsTab() {
  const { namespace, mergeRequest } = useMergeRequestPage()
  const input = { namespace: namespace.fullPath, iid: mergeRequest.iid }
  const { data } = useReading(getMergeRequestCommitsPage, input, {
    keepPrevious: true,
    topics: () => [issuableTopic('merge_request', mergeRequest.id), issuablesTopic('commit', namespace.id)],
  })
  if (data === undefined) return <ListSkeleton />
  const { place, commits, commitCount, contextCommits } = data
  if (commits.length === 0 && contextCommits.length === 0) {
    return (
      <EmptyState illustration={<Illustration of="nothing-yet" />} title="No commits">
        Push commits to {mergeRequest.sourceBranch} to have them reviewed here.
      </EmptyState>
    )
  }
  return (
    <div className={styles.commits}>
      <CommitList
        place={place}
        commits={commits}
        hrefOf={({ id }) => `${mergeRequestHref(namespace.fullPath, mergeRequest.iid, 'diffs')}?commit_id=${id}`}
      />
      {commitCount > commits.length && (
        <p className={styles.rest}>Showing the {commits.length.toLocaleString('en')} newest commits.</p>
      )}
      <ContextCommits place={place} commits={contextCommits} />
    </div>
  )
}
