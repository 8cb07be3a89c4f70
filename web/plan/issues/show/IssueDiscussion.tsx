import { useMemo } from 'react'
import { Discussions } from '#web/discuss/Discussions.tsx'
import type { Noteable } from '#web/discuss/noteable.ts'
import { typeName } from '#web/plan/messages.ts'
import { targetOf, useIssuePage } from '#web/plan/sidebar/issue-context.tsx'
import { useStateToggle } from './IssueHeader.tsx'

/** What is said about the issue. */
export function IssueDiscussion() {
  const page = useIssuePage()
  const toggle = useStateToggle()
  const { issue, permissions } = page
  const { namespace, id, iid } = targetOf(page)
  const noteable = useMemo<Noteable>(
    () => ({
      id,
      iid,
      namespace,
      type: 'Issue',
      word: typeName(issue.type),
      state: issue.state,
      isConfidential: issue.confidential,
      isLocked: issue.discussionLocked,
      isArchived: page.namespace.archived,
      canComment: permissions.canComment,
      canCommentInternally: permissions.canCommentInternally,
    }),
    [
      id,
      iid,
      namespace,
      issue.type,
      issue.state,
      issue.confidential,
      issue.discussionLocked,
      page.namespace.archived,
      permissions.canComment,
      permissions.canCommentInternally,
    ],
  )
  const stateChange = toggle && {
    isBusy: toggle.isPending,
    error: toggle.error,
    forgetError: toggle.forgetError,
    run: toggle.run,
  }
  return <Discussions noteable={noteable} stateChange={stateChange} />
}
