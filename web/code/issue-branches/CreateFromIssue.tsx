import { GitPullRequestIcon, TriangleDownIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { issueTopic, repositoryTopic } from '#contract/live-topics.ts'
import { canCreateBranch } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { CreateForm } from './CreateForm.tsx'
import styles from './CreateFromIssue.module.css'
import { messages } from './messages.ts'

/** The button is there once it is known that a branch can be created. @source BRANCH-001, BRANCH-004 to BRANCH-006 */
export function CreateFromIssue() {
  const { namespace, issue } = useIssuePage()
  const isHydrated = useIsHydrated()
  const [isDismissed, setDismissed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const check = useReading(
    canCreateBranch,
    { namespace: namespace.fullPath, iid: issue.iid },
    { topics: () => [repositoryTopic(namespace.id), issueTopic(issue.id)] },
  )
  // The script of the button is loaded at rest: as the server draws it, the button could not be pressed.
  if (!isHydrated) return <div className={styles.place} />
  // The form stays with the names that are typed in it, and says why it fails.
  if (check.data !== undefined && !check.data.canCreateBranch && !isOpen) return null
  if (check.data === undefined)
    return (
      <div className={styles.place}>
        <Button size="s" icon={<GitPullRequestIcon />} disabled busy={check.isPending}>
          {check.isError ? messages.unavailable : 'Create merge request'}
        </Button>
        {check.isError && !isDismissed && (
          <Banner tone="danger" onDismiss={() => setDismissed(true)}>
            {messages.checkBranches}
          </Banner>
        )}
      </div>
    )
  const { suggestedBranchName } = check.data
  return (
    <div className={styles.place}>
      <Popover
        label="Create merge request or branch"
        className={styles.popover}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        trigger={
          <Button
            data-action="Create merge request or branch"
            size="s"
            icon={<GitPullRequestIcon />}
            trailing={<TriangleDownIcon />}
          >
            Create merge request
          </Button>
        }
      >
        {() => <CreateForm suggestedName={suggestedBranchName ?? ''} />}
      </Popover>
    </div>
  )
}
