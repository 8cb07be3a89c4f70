import { useEffect, useRef, useState } from 'react'
import type { DiffFile } from '#contract/code/diffs/diffs.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { useComposer } from '#web/discuss/comment/composer.ts'
import { useTools } from '#web/discuss/context.ts'
import { MarkdownEditor } from '#web/discuss/editor/MarkdownEditor.tsx'
import { messages as discussMessages } from '#web/discuss/messages.ts'
import { places, textTarget } from '#web/discuss/noteable.ts'
import { useReview } from '#web/discuss/review/drafts.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { type FormPlace, nameOfPlace, positionAt, rangeWords, suggestableLines } from './form-place.ts'
import styles from './LineForm.module.css'
import { messages } from './messages.ts'
import { SuggestButton } from './SuggestButton.tsx'
import type { ShownDiff } from './threads.ts'

interface LineFormProps {
  readonly place: FormPlace
  readonly file: Pick<DiffFile, 'oldPath' | 'newPath'>
  readonly shown: ShownDiff
  /** @source SUGG-002 */
  readonly canSuggest: boolean
  readonly isAsked: boolean
  readonly onClose: () => void
}

const nothingChosen = {}

/** The box to start a thread in, on lines of a diff, a point of an image or a whole file. */
export function LineForm({ place, file, shown, canSuggest, isAsked, onClose }: LineFormProps) {
  const { noteable } = useTools()
  const { isUnderWay } = useReview()
  const box = places.line(noteable, nameOfPlace(place))
  const composer = useComposer(box, { fields: nothingChosen })
  const [isAsking, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // Focus brings only the first line of the box into sight.
  useEffect(() => {
    if (isAsked) form.current?.scrollIntoView({ block: 'nearest' })
  }, [isAsked])

  async function submit(isLater: boolean) {
    const sent = await composer.send({
      isInternal: false,
      asThread: true,
      replyTo: null,
      draft: isLater ? { resolves: null } : null,
      place: { position: positionAt(place, shown, file), box },
    })
    if (sent.isSent && !sent.isOpen) onClose()
  }

  function drop() {
    composer.clear()
    onClose()
  }

  const suggestable = suggestableLines(place)
  const cannotSend = !composer.isReady && !composer.isSending
  return (
    <>
      <form
        ref={form}
        className={styles.form}
        aria-label={messages.form[place.on]}
        data-keeps-clear
        onSubmit={event => event.preventDefault()}
      >
        {composer.problems.map(problem => (
          <Banner key={problem} tone="danger" onDismiss={() => composer.dismissProblem(problem)}>
            {problem}
          </Banner>
        ))}
        <div className={styles.head}>
          <Range place={place} />
          {canSuggest && suggestable !== null && (
            <SuggestButton
              lines={{ ...suggestable, path: file.newPath, sha: shown.headSha }}
              disabled={composer.isSending}
              onInsert={block => composer.editor.current?.insert(block)}
            />
          )}
        </div>
        <MarkdownEditor
          ref={composer.editor}
          label="Comment"
          placeholder="Write a comment…"
          rows={3}
          value={composer.text}
          onChange={composer.setText}
          namespace={noteable.namespace}
          target={textTarget(noteable)}
          disabled={composer.isSending}
          autoFocus={isAsked}
          onSubmit={() => void submit(composer.isForReview)}
          onBusy={composer.setUploading}
          actions={
            <span className={styles.buttons}>
              <Button
                disabled={composer.isSending}
                onClick={() => (composer.text.trim() === '' ? drop() : setAsking(true))}
              >
                Cancel
              </Button>
              <Button disabled={cannotSend || composer.isSending} onClick={() => void submit(false)}>
                Add comment now
              </Button>
              <Button
                variant="primary"
                busy={composer.isSending}
                disabled={cannotSend}
                onClick={() => void submit(true)}
              >
                {isUnderWay ? discussMessages.addToReview : discussMessages.startReview}
              </Button>
            </span>
          }
        />
        <UnsentOffer places={[box]} />
      </form>
      {isAsking && (
        <ConfirmDialog
          title="Discard comment?"
          confirm="Discard comment"
          onConfirm={drop}
          onClose={() => setAsking(false)}
        >
          Your comment has not been sent.
        </ConfirmDialog>
      )}
    </>
  )
}

/** @source NOTE-024 */
function Range({ place }: Pick<LineFormProps, 'place'>) {
  if (place.on !== 'lines' || place.start.lineCode === place.end.lineCode) return null
  return <p className={styles.range}>{rangeWords(place.start, place.end)}</p>
}
