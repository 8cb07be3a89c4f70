import { useCallback } from 'react'
import type { Position, PositionInput } from '#contract/discuss/positions.ts'
import { call } from '#web/api/client.ts'
import { updatePageNote } from '#web/api/operations.gen.ts'
import { noteChange } from '#web/discuss/note/note-change.ts'
import type { Noteable } from '#web/discuss/noteable.ts'
import { type Review, withDraft } from '#web/discuss/review/drafts.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { ImagePoint } from '../diff/images/image-point.ts'
import { messages } from './messages.ts'
import type { Placed } from './placed.ts'

/** Save that the pin of a thread or of a pending comment is at another point of its image. */
export function useMovePin(
  noteable: Noteable,
  moveThread: (threadId: string, point: ImagePoint) => void,
  change: Review['change'],
) {
  return useCallback(
    async (placed: Placed, point: ImagePoint) => {
      const { x, y, width, height } = point
      const { namespace, iid, kind } = noteable
      const position: PositionInput = { ...filePosition(placed.position), positionType: 'image', x, y, width, height }
      try {
        if (placed.kind === 'thread') {
          const noteId = Number(placed.thread.notes[0]?.id)
          await call(updatePageNote, { namespace, noteId, note: noteChange({ position }) })
          moveThread(placed.thread.id, point)
        } else {
          const draftNote = { position }
          const saved = await call(kind.calls.updatePageDraft, { namespace, iid, draftId: placed.draft.id, draftNote })
          change(drafts => withDraft(drafts, saved))
        }
      } catch {
        showToast(messages.moveFailed, { tone: 'danger' })
      }
    },
    [noteable, moveThread, change],
  )
}

const filePosition = ({ baseSha, startSha, headSha, oldPath, newPath }: Position) => ({
  baseSha,
  startSha,
  headSha,
  oldPath,
  newPath,
})
