import type { PageDraft } from '#contract/discuss/draft-notes.ts'
import { ReviewContext } from '#web/discuss/review/drafts.ts'
import { Thread } from '#web/discuss/thread/Thread.tsx'
import styles from './DiffDiscussions.module.css'
import { rangeOf } from './form-place.ts'
import { keyOf, type Placed } from './placed.ts'
import { BelowLines } from './ThreadCode.tsx'

/** A thread or a pending comment in the diff. */
export function Shown({ placed, isBelow }: { readonly placed: Placed; readonly isBelow: boolean }) {
  return (
    <div id={`diff_${keyOf(placed)}`} tabIndex={-1} className={styles.placed} data-on-diff>
      <BelowLines value={isBelow}>
        {placed.kind === 'thread' ? <Thread discussion={placed.thread} /> : <ShownDraft draft={placed.draft} />}
      </BelowLines>
    </div>
  )
}

function ShownDraft({ draft }: { readonly draft: PageDraft }) {
  const range = rangeOf(draft.position)
  return (
    <ReviewContext.Consumer>
      {review =>
        review?.parts && (
          <>
            {range !== null && <p className={styles.range}>{range}</p>}
            <review.parts.DraftNote draft={draft} isResolved={null} />
          </>
        )
      }
    </ReviewContext.Consumer>
  )
}
