import { useState } from 'react'
import { textBoxes } from '#contract/text-boxes.ts'
import { useFollowSaved } from '#web/api/unsent-texts/follow-saved.ts'
import { type KeptText, useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { discardKept } from '#web/api/unsent-texts/unsent-offer.ts'
import type { MergeRequestData } from '../shapes.ts'

/** The message of a commit that a merge makes. */
export interface CommitMessage {
  readonly kept: KeptText
  readonly isChanged: boolean
}

export interface CommitMessages {
  readonly merge: CommitMessage
  readonly squash: CommitMessage
  /** Whether the boxes are shown: they were asked for, or contain text. */
  readonly isOpen: boolean
  readonly isChanged: boolean
  readonly open: () => void
  readonly close: () => void
  /** Give up what was written. */
  readonly discard: () => void
  /** @returns what to call when they were sent as they are now */
  readonly sending: () => () => void
}

/** The messages of the commits that a merge makes, as the person writes them; others may merge meanwhile. */
export function useCommitMessages({ id, commitMessages }: MergeRequestData): CommitMessages {
  const [isAsked, setAsked] = useState(false)
  const merge = useMessage(useKeptText(textBoxes.mergeCommit(id), commitMessages?.merge), commitMessages?.merge)
  const squash = useMessage(useKeptText(textBoxes.squashCommit(id), commitMessages?.squash), commitMessages?.squash)
  const isChanged = merge.isChanged || squash.isChanged
  return {
    merge,
    squash,
    isOpen: isAsked || isChanged,
    isChanged,
    open: () => setAsked(true),
    close: () => setAsked(false),
    discard: () => {
      discardKept(merge.kept.place, squash.kept.place)
      setAsked(false)
    },
    sending: () => {
      const sent = [merge.kept, squash.kept].map(
        ({ text, clearSent }) =>
          () =>
            clearSent(text),
      )
      return () => {
        for (const forget of sent) forget()
        setAsked(false)
      }
    },
  }
}

/** @param usual  what the commit says unless it is changed; undefined when there is nothing to merge */
const useMessage = (kept: KeptText, usual = ''): CommitMessage => ({
  kept,
  isChanged: useFollowSaved(kept, usual).isChanged,
})
