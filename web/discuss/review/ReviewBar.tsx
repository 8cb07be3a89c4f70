import { ChevronDownIcon, ChevronUpIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import type { PageDraft } from '#contract/discuss/draft-notes.ts'
import { CallError, call } from '#web/api/client.ts'
import { useGoTo } from '#web/api/route.tsx'
import { forgetText } from '#web/api/unsent-texts/kept-text.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { useRootMark } from '#web/ui/root-mark.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useTools } from '../context.ts'
import { places } from '../noteable.ts'
import { bringIntoSight } from '../reading/in-sight.ts'
import { useReview } from './drafts.ts'
import { keepFlags } from './flags.ts'
import { messages } from './messages.ts'
import styles from './ReviewBar.module.css'
import { ReviewForm } from './ReviewForm.tsx'
import { usePublish } from './use-publish.ts'

/**
 * The number of pending comments, links to them, and the button that ends the review. Stays in sight with the
 * discussion.
 */
export function ReviewBar() {
  const { noteable } = useTools()
  const review = useReview()
  const { isEnding, setEnding } = review
  const drafts = review.drafts.filter(draft => !review.gone.some(each => each.id === draft.id))
  const { publish, isBusy, problem, forgetProblem } = usePublish(drafts)
  const [isAsking, setAsking] = useState(false)
  const [isDiscarding, setDiscarding] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const jump = useJump(drafts)
  useRootMark('data-review-bar')

  async function discard() {
    setDiscarding(true)
    setFailure(null)
    const { kind, namespace, iid } = noteable
    try {
      await call(kind.calls.discardPageDrafts, { namespace, iid })
      setAsking(false)
      for (const draft of drafts) forgetText(places.draft(noteable, draft.id))
      forgetText(places.review(noteable))
      keepFlags(noteable, [])
      review.edit(null)
      review.change(() => [])
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(messages.discard)
    } finally {
      setDiscarding(false)
    }
  }

  const form = isEnding && (
    <ReviewForm
      count={drafts.length}
      isBusy={isBusy}
      problem={problem}
      onSubmit={async end => {
        const isPublished = await publish(drafts, end)
        if (isPublished) setEnding(false)
        return isPublished
      }}
      onClose={() => {
        setEnding(false)
        forgetProblem()
      }}
    />
  )
  const bar = drafts.length > 0 && (
    <section className={styles.bar} aria-label="Review" data-keeps-clear>
      {/* The form says by itself why it failed. */}
      {problem !== null && !isEnding && (
        <Banner tone="danger" onDismiss={forgetProblem}>
          {problem}
        </Banner>
      )}
      {!noteable.canComment && <p className={styles.why}>{messages.mayNotComment}</p>}
      <div className={styles.line}>
        <span className={styles.count} role="status">
          {drafts.length} pending<span className={styles.wide}>{drafts.length === 1 ? ' comment' : ' comments'}</span>
        </span>
        <span className={styles.ways}>
          <IconButton label="Previous pending comment" icon={<ChevronUpIcon />} size="s" onClick={() => jump(-1)} />
          <IconButton label="Next pending comment" icon={<ChevronDownIcon />} size="s" onClick={() => jump(1)} />
        </span>
        <span className={styles.ends}>
          <Button variant="danger-quiet" disabled={isBusy} onClick={() => setAsking(true)}>
            Discard
          </Button>
          <Button
            variant="primary"
            aria-label="Submit review"
            busy={isBusy}
            disabled={!noteable.canComment}
            onClick={() => (noteable.kind.series === 'merge_request' ? setEnding(true) : void publish(drafts))}
          >
            <span>
              Submit<span className={styles.wider}> review</span>
            </span>
          </Button>
        </span>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Discard review?"
          confirm="Discard review"
          busy={isDiscarding}
          error={failure}
          onConfirm={() => void discard()}
          onClose={() => setAsking(false)}
        >
          {messages.confirmDiscard(drafts.length)}
        </ConfirmDialog>
      )}
    </section>
  )
  // The form keeps its place in the tree, and so its state, when another page publishes the drafts.
  return (
    <>
      {bar}
      {form}
    </>
  )
}

/** Go from one pending comment to the next; to the thread of one that is not loaded, which loads it. */
function useJump(drafts: readonly PageDraft[]) {
  const goTo = useGoTo()
  const at = useRef<number | null>(null)
  return (step: 1 | -1) => {
    const index = drafts.findIndex(draft => draft.id === at.current)
    const next = drafts.at((index === -1 && step === -1 ? -1 : index + step) % drafts.length)
    if (next === undefined) return
    at.current = next.id
    const element = document.getElementById(`draft_${next.id}`)
    if (element !== null) {
      element.focus({ preventScroll: true })
      bringIntoSight(element)
    } else if (next.replyToNoteId !== null) goTo(`#note_${next.replyToNoteId}`, { replace: true })
  }
}
