import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import styles from './BranchesOfIssue.module.css'
import { CreateFromIssue } from './CreateFromIssue.tsx'
import { RelatedBranches } from './RelatedBranches.tsx'
import { RelatedMergeRequests } from './RelatedMergeRequests.tsx'

const developer = 30

/** @source BRANCH-001 to BRANCH-027, MR-008 */
export function BranchesOfIssue() {
  const { namespace, issue } = useIssuePage()
  const mayCreate = namespace.accessLevel >= developer && !namespace.archived && issue.state === 'opened'
  if (!namespace.offers.code || namespace.hasCommits === false) return null
  return (
    <div className={styles.parts}>
      {mayCreate && <CreateFromIssue />}
      <RelatedMergeRequests />
      <RelatedBranches />
    </div>
  )
}
