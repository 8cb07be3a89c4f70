import type { PageDraft } from '#contract/discuss/draft-notes.ts'
import { type CallError, call } from '#web/api/client.ts'
import { useTools } from '../context.ts'
import { messages } from '../messages.ts'
import { places } from '../noteable.ts'
import { EditText } from '../text/EditText.tsx'
import { useReview, withDraft } from './drafts.ts'
import { messages as reviewMessages } from './messages.ts'

interface EditDraftProps {
  readonly draft: PageDraft
  /** The user has just opened it, so it takes the focus. */
  readonly isAsked: boolean
  /** The text that is being saved; null when that has ended. */
  readonly onSaving: (text: string | null) => void
  readonly onClose: () => void
}

/** The text of a pending comment, to be changed in its place. */
export function EditDraft({ draft, isAsked, onSaving, onClose }: EditDraftProps) {
  const { noteable, quote } = useTools()
  const review = useReview()
  return (
    <EditText
      place={places.draft(noteable, draft.id)}
      saved={draft.note}
      label="Edit pending comment"
      isInternal={draft.internal}
      isAsked={isAsked}
      onSaving={onSaving}
      onClose={onClose}
      save={async text => {
        const { kind, namespace, iid } = noteable
        const saved = await call(kind.calls.updatePageDraft, {
          namespace,
          iid,
          draftId: draft.id,
          draftNote: { note: text },
        })
        review.change(drafts => withDraft(drafts, saved))
        return saved.note
      }}
      explain={(error: CallError) => {
        if (error.status !== 404)
          return { kind: 'problem', sentence: error.status === 422 ? error.message : messages.saveDraft }
        review.change(drafts => drafts.filter(each => each.id !== draft.id))
        return { kind: 'overtaken' }
      }}
      gone={
        review.gone.some(each => each.id === draft.id)
          ? {
              sentence: reviewMessages.draftGone,
              writeAgain: text => quote(text, { discussionId: draft.discussionId, isInternal: draft.internal }),
            }
          : null
      }
    />
  )
}
