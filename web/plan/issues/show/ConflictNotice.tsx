import { useState } from 'react'
import { MergeButton } from '#web/discuss/merge/MergeButton.tsx'
import type { MergePart } from '#web/discuss/merge/parts.ts'
import { messages, typeName } from '#web/plan/messages.ts'
import { useIssuePage } from '#web/plan/sidebar/issue-context.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'

interface ConflictNoticeProps {
  /** `now`: while this was written. `draft`: since the draft was begun. */
  readonly kind: 'now' | 'draft'
  readonly parts: readonly MergePart[]
  readonly onMerged: (texts: readonly string[]) => void
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

/** Says that somebody else saved, and what can be done about it. @source EDIT-016, EDIT-017, EDIT-018 */
export function ConflictNotice({ kind, parts, onMerged, onKeep, onDiscard }: ConflictNoticeProps) {
  const { issue } = useIssuePage()
  const [isRefused, setRefused] = useState(false)
  const type = typeName(issue.type)
  const isMergeable = !isRefused && parts.some(({ base, theirs }) => base !== theirs)
  return (
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
      {kind === 'draft'
        ? messages.olderDraft(type)
        : isMergeable
          ? messages.someoneEdited(type)
          : messages.concurrentEdit(type)}{' '}
      {isMergeable ? messages.mergeOffer : messages.keepOrDiscard}
    </Banner>
  )
}
