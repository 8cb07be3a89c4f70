import { useMemo } from 'react'
import { write } from '#web/api/own-writes.ts'
import { Discussions } from '#web/discuss/Discussions.tsx'
import type { Noteable } from '#web/discuss/noteable.ts'
import { useIssuable } from './issuable-context.tsx'
import { useStateToggle } from './use-state-toggle.ts'

/** What is said about the issuable. */
export function IssuableDiscussion() {
  const { kind, issuable, permissions, viewer, word, namespace: place, target, topic } = useIssuable()
  const toggle = useStateToggle()
  const { namespace, id, iid, namespaceId } = target
  // The same people in a new answer are no other thing to discuss.
  const assigneeIds = JSON.stringify(issuable.assignees.map(person => person.id))
  const noteable = useMemo<Noteable>(
    () => ({
      kind,
      id,
      iid,
      namespace,
      word,
      state: issuable.state,
      isConfidential: issuable.confidential,
      isLocked: issuable.discussionLocked,
      isArchived: place.archived,
      isPendingDeletion: place.pendingDeletion,
      canComment: permissions.canComment,
      canCommentInternally: permissions.canCommentInternally,
      emailParticipants: issuable.emailParticipants,
      assignment: permissions.canUpdate
        ? {
            assigneeIds: JSON.parse(assigneeIds),
            assign: async ids =>
              void (await write(topic, carried =>
                kind.saves.assign({ namespace, id, iid, namespaceId }, ids, carried),
              )),
          }
        : null,
    }),
    [
      id,
      iid,
      namespace,
      namespaceId,
      topic,
      word,
      issuable.state,
      issuable.confidential,
      issuable.discussionLocked,
      place.archived,
      place.pendingDeletion,
      permissions.canComment,
      permissions.canCommentInternally,
      issuable.emailParticipants,
      permissions.canUpdate,
      kind,
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
      reading={viewer.reading}
      notesFilter={viewer.notesFilter}
      drafts={viewer.draftsCount}
      expected={issuable.notesCount}
    />
  )
}
