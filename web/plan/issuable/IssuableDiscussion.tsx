import { useMemo } from 'react'
import { call } from '#web/api/client.ts'
import { updateIssue } from '#web/api/operations.gen.ts'
import { Discussions } from '#web/discuss/Discussions.tsx'
import type { Noteable } from '#web/discuss/noteable.ts'
import { discussedIssues } from '#web/plan/issues/discussed-issues.ts'
import { typeName } from '#web/plan/messages.ts'
import { useStateToggle } from './header/IssuableHeader.tsx'
import { targetOf, useIssuePage } from './issuable-context.tsx'

/** What is said about the issue. */
export function IssuableDiscussion() {
  const page = useIssuePage()
  const toggle = useStateToggle()
  const { issue, permissions } = page
  const { namespace, id, iid } = targetOf(page)
  const projectId = page.namespace.id
  // The same people in a new answer are no other thing to discuss.
  const assigneeIds = JSON.stringify(issue.assignees.map(person => person.id))
  const noteable = useMemo<Noteable>(
    () => ({
      kind: discussedIssues,
      id,
      iid,
      namespace,
      word: typeName(issue.type),
      state: issue.state,
      isConfidential: issue.confidential,
      isLocked: issue.discussionLocked,
      isArchived: page.namespace.archived,
      isPendingDeletion: page.namespace.pendingDeletion,
      canComment: permissions.canComment,
      canCommentInternally: permissions.canCommentInternally,
      emailParticipants: issue.emailParticipants,
      assignment: permissions.canUpdate
        ? {
            assigneeIds: JSON.parse(assigneeIds),
            assign: async ids =>
              void (await call(updateIssue, { id: projectId, issueIid: iid, assigneeIds: [...ids] })),
          }
        : null,
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
      page.namespace.pendingDeletion,
      permissions.canComment,
      permissions.canCommentInternally,
      issue.emailParticipants,
      permissions.canUpdate,
      projectId,
      assigneeIds,
    ],
  )
  const stateChange = toggle && {
    isBusy: toggle.isPending,
    error: toggle.error,
    forgetError: toggle.forgetError,
    ask: toggle.ask,
    run: toggle.run,
  }
  return (
    <Discussions
      noteable={noteable}
      stateChange={stateChange}
      reading={page.viewer.reading}
      notesFilter={page.viewer.notesFilter}
      drafts={page.viewer.draftsCount}
      expected={issue.notesCount}
    />
  )
}
