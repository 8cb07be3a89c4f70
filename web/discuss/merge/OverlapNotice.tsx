import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { MergeButton } from './MergeButton.tsx'
import type { MergePart } from './parts.ts'

interface OverlapNoticeProps {
  /** The sentence above, which may depend on whether the texts can be merged. */
  readonly children: (isMergeable: boolean) => ReactNode
  readonly parts: readonly MergePart[]
  /** The error of the save that was refused; with each other one the notice comes into view and takes the focus. */
  readonly refusal?: Error | null
  /** The merged texts, in the order of the parts. */
  readonly onMerged: (texts: readonly string[]) => void
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

/**
 * Says that another user saved the text that is being changed here, and offers the possible actions.
 *
 * @source EDIT-016, EDIT-018
 */
export function OverlapNotice({ children, parts, refusal = null, onMerged, onKeep, onDiscard }: OverlapNoticeProps) {
  const [isRefused, setRefused] = useState(false)
  const isMergeable = !isRefused && parts.some(({ base, theirs }) => base !== theirs)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal === null) return
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'center' })
  }, [refusal])
  return (
    <div ref={notice} tabIndex={-1}>
      <Banner
        tone="warning"
        action={
          <>
            {isMergeable && <MergeButton parts={parts} onMerged={onMerged} onRefused={() => setRefused(true)} />}
            <Button size="s" onClick={onKeep}>
              Keep
            </Button>
            <Button size="s" variant="quiet" onClick={onDiscard}>
              Discard
            </Button>
          </>
        }
      >
        {children(isMergeable)}
      </Banner>
    </div>
  )
}
