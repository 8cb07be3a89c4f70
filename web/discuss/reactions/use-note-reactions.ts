import { useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { call } from '#web/api/client.ts'
import { toggleNoteAward } from '#web/api/operations.gen.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useTools } from '#web/discuss/context.ts'
import { messages } from '#web/discuss/messages.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type Award, reactionsOf, toggled } from './reactions.ts'

/** A note's reactions, and one's press on them: shown at once, taken back when the server refuses. */
export function useNoteReactions(note: PageNote) {
  const { merge, noteable } = useTools()
  const { user } = useViewer()
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())

  async function toggle(name: string) {
    if (user === null) return
    const { awards, names } = toggled(note.awardEmoji, name, { id: user.id, name: user.name, username: user.username })
    // A thumb that one takes back stays, so that nothing moves under the pointer. @source 001 §4
    if (/^thumbs(?:up|down)$/.test(name)) setKept(new Set([...kept, ...names]))
    const show = (next: readonly Award[]) => merge([{ ...note, awardEmoji: [...next] }])
    show(awards)
    try {
      for (const each of names)
        await call(toggleNoteAward, { namespace: noteable.namespace, noteId: Number(note.id), name: each })
    } catch {
      show(note.awardEmoji)
      showToast(messages.reaction, { tone: 'danger' })
    }
  }

  return {
    reactions: reactionsOf(note.awardEmoji, user?.id ?? null, kept),
    toggle: (name: string) => void toggle(name),
  }
}
