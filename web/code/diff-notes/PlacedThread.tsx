import type { PageDraft } from '#contract/discuss/draft-notes.ts'
import { ReviewContext } from '#web/discuss/review/drafts.ts'
import { Thread } from '#web/discuss/thread/Thread.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import styles from './DiffDiscussions.module.css'
import { rangeOf } from './form-place.ts'
import { messages } from './messages.ts'
import { keyOf, type Placed } from './placed.ts'
import { BelowLines } from './ThreadCode.tsx'

/** A thread or a pending comment in the diff. */
export function Shown({ placed, isBelow }: { readonly placed: Placed; readonly isBelow: boolean }) {
  return (
    <div id={`diff_${keyOf(placed)}`} tabIndex={-1} className={styles.placed} data-on-diff>
      <BelowLines value={isBelow}>
        {placed.kind === 'thread' ? (
          <Thread discussion={placed.thread} />
        ) : (
          <ShownDraft draft={placed.draft} isBelow={isBelow} />
        )}
      </BelowLines>
    </div>
  )
}

function ShownDraft({ draft, isBelow }: { readonly draft: PageDraft; readonly isBelow: boolean }) {
  const range = rangeOf(draft.position)
  const state = messages.state[draft.lineState ?? 'untouched']
  return (
    <ReviewContext.Consumer>
      {review =>
        review?.parts && (
          <>
            {!isBelow && draft.filePath !== null && (
              <p className={styles.range}>
                <code>
                  <NameText name={draft.filePath} />
                </code>
              </p>
            )}
            {range !== null && <p className={styles.range}>{range}</p>}
            {state !== null && <p className={styles.range}>{state}</p>}
            <review.parts.DraftNote draft={draft} isResolved={null} />
          </>
        )
      }
    </ReviewContext.Consumer>
  )
}
