import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { mayCreateBranch } from '#web/plan/issues/page/issue-parts.ts'
import styles from './BranchesOfIssue.module.css'
import { CreateFromIssue } from './CreateFromIssue.tsx'
import { RelatedBranches } from './RelatedBranches.tsx'
import { RelatedMergeRequests } from './RelatedMergeRequests.tsx'

/** @source BRANCH-001 to BRANCH-027, MR-008 */
export function BranchesOfIssue() {
  const page = useIssuePage()
  const { namespace } = page
  if (!namespace.offers.code || namespace.hasCommits === false) return null
  return (
    <div className={styles.parts}>
      {mayCreateBranch(page) && <CreateFromIssue />}
      <RelatedMergeRequests />
      <RelatedBranches />
    </div>
  )
}
