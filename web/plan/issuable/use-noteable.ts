import { useMemo } from 'react'
import { write } from '#web/api/own-writes.ts'
import type { Noteable } from '#web/discuss/noteable.ts'
import { useIssuable } from './issuable-context.tsx'

/** The issuable as its discussions need it. */
export function useNoteable(): Noteable {
  const { kind, issuable, permissions, word, namespace: place, target, topic, movedTo, promotedTo } = useIssuable()
  const continuedBy = movedTo ?? promotedTo
  const { namespace, id, iid, namespaceId } = target
  // The same people in a new answer are no other thing to discuss.
  const assigneeIds = JSON.stringify(issuable.assignees.map(person => person.id))
  return useMemo<Noteable>(
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
      continuedBy,
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
      continuedBy,
      permissions.canUpdate,
      kind,
      assigneeIds,
    ],
  )
}
