import { OverlapNotice } from '#web/discuss/merge/OverlapNotice.tsx'
import type { MergePart } from '#web/discuss/merge/parts.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import { useIssuable } from '../issuable-context.tsx'

interface ConflictNoticeProps {
  /** `now`: while this was written. `draft`: since the draft was begun. */
  readonly kind: 'now' | 'draft'
  readonly parts: readonly MergePart[]
  readonly refusal: Error | null
  readonly onMerged: (texts: readonly string[]) => void
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

/** Says that another user saved, and offers the possible actions. @source EDIT-016, EDIT-017, EDIT-018 */
export function ConflictNotice({ kind, ...notice }: ConflictNoticeProps) {
  const { word: type } = useIssuable()
  return (
    <OverlapNotice {...notice}>
      {isMergeable => (
        <>
          {kind === 'draft'
            ? editMessages.olderDraft(type)
            : isMergeable
              ? editMessages.someoneEdited(type)
              : editMessages.concurrentEdit(type)}{' '}
          {isMergeable ? editMessages.mergeOffer : editMessages.keepOrDiscard}
        </>
      )}
    </OverlapNotice>
  )
}
