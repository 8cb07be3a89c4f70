import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageDiscussion } from '#contract/discuss/discussion-page.ts'
import { CallError } from '#web/api/client.ts'
import { type Carried, write } from '#web/api/own-writes.ts'
import { keyFor } from '#web/api/unsent-texts/sent-key.ts'
import { knownCommands } from '../editor/completion/completion-context.ts'
import { partText } from '../editor/text/commands.ts'
import { type Noteable, places, topicOf } from '../noteable.ts'
import type { DiscussionsState, NewNote, PendingNote, Posted } from '../reading/discussions-state.ts'
import { draftProblemsOf, problemsOf, saveDraft, sendNote } from './sending.ts'

/** Send notes, once each, and tell which are being sent. @param onPosted  shows what was written */
export function usePost(
  noteable: Noteable,
  onPosted: (discussion: PageDiscussion) => void,
): Pick<DiscussionsState, 'pending' | 'post'> {
  const client = useQueryClient()
  const [pending, setPending] = useState<readonly PendingNote[]>([])

  async function post(note: NewNote, keptAt: number | null): Promise<Posted> {
    // Sending the same words again after a failure, or a reload, must not write them twice.
    const box =
      note.place?.box ?? (note.replyTo === null ? places.note(noteable) : places.reply(noteable, note.replyTo))
    const idempotencyKey = keyFor(box, JSON.stringify(note), keptAt)
    const { said, commands } = partText(note.text, knownCommands(noteable))
    const { isInternal, replyTo } = note
    const isDraft = note.draft !== null
    setPending(list => [
      ...list,
      { key: idempotencyKey, text: said, commands: commands.length, isInternal, replyTo, isDraft },
    ])
    try {
      let noteId: string | null = null
      if (isDraft) await saveDraft(client, noteable, note, idempotencyKey)
      else {
        const send = (carried: Carried) => sendNote(noteable, note, idempotencyKey, carried)
        // A comment alone is answered at once, so that its box empties.
        const reply = await write(topicOf(noteable), send, { isBare: commands.length === 0 })
        if (reply.discussion) onPosted(reply.discussion)
        noteId = reply.id ?? null
      }
      return { ok: true, noteId }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isRefused = error.status >= 400 && error.status < 500
      return { ok: false, isRefused, problems: isDraft ? draftProblemsOf(error) : problemsOf(error) }
    } finally {
      setPending(list => list.filter(each => each.key !== idempotencyKey))
    }
  }
  return { pending, post }
}
