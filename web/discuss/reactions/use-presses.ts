import { useRef, useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { call } from '#web/api/client.ts'
import { toggleNoteAward } from '#web/api/operations.gen.ts'
import { currentViewer } from '#web/api/viewer.ts'
import { useTools } from '#web/discuss/context.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { messages } from './messages.ts'
import { isThumb, namesPressed, reactionsOf, toggled, wireName } from './reactions.ts'

/** The control by which a reaction was chosen: its button below the text, or the picker. */
export type PressedOn = 'button' | 'picker'

interface Press {
  readonly send: (name: string | number) => Promise<{ readonly ok: boolean }>
  /** Draw what was before. */
  readonly takeBack: () => void
  /** Called after the reaction was saved or reverted. */
  readonly end?: () => void
}

interface PressesOptions {
  readonly isMine: (name: string) => boolean
  /** Draw the change of these emoji. */
  readonly begin: (names: readonly string[]) => Press
  /** Shown when a button fails; the picker has its own sentence. */
  readonly failure: string
}

/** One's presses on reactions to anything: shown at once, told in their order, and taken back when that fails. */
export function usePresses({ isMine, begin, failure }: PressesOptions) {
  const told = useRef<Promise<void>>(Promise.resolve())
  return (name: string, on: PressedOn): void => {
    const names = namesPressed(name, isMine)
    const { send, takeBack, end } = begin(names)
    const tell = async () => {
      try {
        for (const each of names) if (!(await send(wireName(each))).ok) throw new Error(`Unknown emoji: ${each}`)
      } catch {
        takeBack()
        showToast(on === 'picker' ? messages.award : failure, { tone: 'danger' })
      }
      end?.()
    }
    told.current = told.current.then(tell)
  }
}

/** A note's reactions, and one's press on them. */
export function useNoteReactions(note: PageNote) {
  const { merge, noteable, userId } = useTools()
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const reactions = reactionsOf(note.awardEmoji, userId, kept)
  const press = usePresses({
    isMine: name => reactions.some(each => each.name === name && each.isMine),
    begin: names => {
      // A thumb that one takes back stays, so that nothing moves under the pointer. @source EMOJI-018
      setKept(new Set([...kept, ...names.filter(isThumb)]))
      const { user } = currentViewer()
      if (user !== null) merge([{ ...note, awardEmoji: [...toggled(note.awardEmoji, names, user)] }])
      return {
        send: name => call(toggleNoteAward, { namespace: noteable.namespace, noteId: Number(note.id), name }),
        takeBack: () => merge([note]),
      }
    },
    failure: messages.reaction,
  })
  return { reactions, press }
}
