import { CheckCircleIcon, ClockIcon, IssueReopenedIcon, PaperAirplaneIcon } from '@primer/octicons-react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { useHeld, useHoverOrFocus } from '#web/ui/actions/held.ts'
import { SplitButton } from '#web/ui/actions/SplitButton.tsx'
import { SteadyLabel } from '#web/ui/actions/SteadyLabel.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useTools } from '../context.ts'
import { MarkdownEditor, type MarkdownEditorHandle } from '../editor/MarkdownEditor.tsx'
import { messages } from '../messages.ts'
import { isStateHidden, places, textTarget } from '../noteable.ts'
import type { NewNote } from '../reading/discussions-state.ts'
import { useReview } from '../review/drafts.ts'
import styles from './CommentForm.module.css'
import { useComposer } from './composer.ts'
import { FormWarnings } from './FormWarnings.tsx'

/** The button that closes and reopens the noteable. */
export interface StateChange {
  readonly isBusy: boolean
  /** The reason why the last attempt failed. */
  readonly error: string | null
  readonly forgetError: () => void
  /** Asks before closing and resolves to whether to continue. Nothing is sent before the answer. */
  readonly ask?: () => Promise<boolean>
  readonly run: () => void
}

export interface CommentFormHandle extends MarkdownEditorHandle {
  /** Put a text there that only those may read who may read internal notes. */
  insertInternal(text: string): void
}

interface CommentFormProps {
  /** Null when it is not the viewer's to close or reopen. */
  readonly stateChange: StateChange | null
  /** The up arrow in the empty box. */
  readonly onEditLast: () => void
  readonly ref?: Ref<CommentFormHandle>
}

const nothingChosen = {}

/** The box to comment in, with all the ways to send what it holds. */
export function CommentForm({ stateChange, onEditLast, ref }: CommentFormProps) {
  const { noteable } = useTools()
  const { isUnderWay, drafts, parts } = useReview()
  const form = useRef<HTMLFormElement>(null)
  const isAdding = useRef(false)
  const { internalNotesEnabled } = useViewer()
  const composer = useComposer(places.note(noteable), {
    fields: nothingChosen,
    inDoubt: noteable.canCommentInternally ? { internal: true } : nothingChosen,
  })
  const { isForReview } = composer
  const { internal: isInternal = false, thread: asThread = false } = composer.fields
  // A comment is being sent, and then changes the state.
  const [isChanging, setChanging] = useState(false)
  const { editor } = composer
  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    insert: text => editor.current?.insert(text),
    insertInternal: text => {
      composer.setFields({ internal: true })
      editor.current?.insert(text)
    },
  }))

  // The scroll position is the browser's: a comment added to the review pushes the box under its bar.
  useEffect(() => {
    if (!isAdding.current || drafts.length === 0 || parts === null) return
    isAdding.current = false
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [drafts.length, parts])

  const attention = useHoverOrFocus()
  const held = useHeld(noteable.state, attention.isActive)
  const isBusy = composer.isSending || isChanging || (stateChange?.isBusy ?? false)
  const hasText = composer.text.trim() !== ''

  async function submit(draft: NewNote['draft'] = null): Promise<boolean> {
    const mayChangeState = /^\s*\//m.test(composer.text)
    const { isSent } = await composer.send({ isInternal, asThread, replyTo: null, draft })
    // Changes by quick actions are the user's own.
    if (isSent && mayChangeState) held.expectOwnChange()
    return isSent
  }
  function submitLater() {
    isAdding.current = true
    return submit({ resolves: null })
  }

  async function changeState() {
    // Another user has done it: the button does what it says, and nothing else.
    if (held.isOld) {
      if (!hasText || (await submit())) held.release()
      return
    }
    if (stateChange === null || isBusy) return
    held.release()
    stateChange.forgetError()
    if (stateChange.ask && !(await stateChange.ask())) return
    if (hasText) {
      setChanging(true)
      const isSent = await submit()
      setChanging(false)
      if (!isSent) return
    }
    held.expectOwnChange()
    stateChange.run()
  }

  const state = held.value
  const verb = state === 'closed' ? 'Reopen' : 'Close'
  const changeAlone = `${verb} ${noteable.word}`
  const changeToo = `Comment & ${verb.toLowerCase()} ${noteable.word}`
  const comment = isInternal
    ? asThread
      ? 'Start internal thread'
      : 'Add internal note'
    : asThread
      ? 'Start thread'
      : 'Comment'
  const problems = [...composer.problems, ...(stateChange?.error ? [stateChange.error] : [])]
  return (
    <form
      ref={form}
      data-keeps-clear
      {...attention.props}
      className={styles.form}
      data-internal={isInternal || undefined}
      aria-label="Add a comment"
      onSubmit={event => event.preventDefault()}
    >
      {problems.map(problem => (
        <Banner
          key={problem}
          tone="danger"
          onDismiss={() => {
            composer.dismissProblem(problem)
            if (problem === stateChange?.error) stateChange.forgetError()
          }}
        >
          {problem}
        </Banner>
      ))}
      <MarkdownEditor
        ref={editor}
        label={isInternal ? 'Internal note' : 'Comment'}
        placeholder={isInternal ? 'Write an internal note…' : 'Write a comment…'}
        value={composer.text}
        onChange={text => {
          held.hold()
          composer.setText(text)
        }}
        namespace={noteable.namespace}
        target={textTarget(noteable)}
        disabled={composer.isSending}
        onSubmit={() => void (isForReview ? submitLater() : submit())}
        onArrowUp={onEditLast}
        onBusy={composer.setUploading}
        notices={<FormWarnings noteable={noteable} text={composer.text} isInternal={isInternal} />}
        actions={
          <span className={styles.buttons}>
            {(stateChange !== null || held.isOld) && !isStateHidden({ ...noteable, state }) && (
              <Button
                busy={isChanging || (stateChange?.isBusy ?? false)}
                disabled={composer.isSending && !isChanging}
                onClick={() => void changeState()}
              >
                <SteadyLabel
                  of={[changeAlone, changeToo]}
                  shown={hasText ? changeToo : changeAlone}
                  icon={verb === 'Close' ? <CheckCircleIcon /> : <IssueReopenedIcon />}
                />
              </Button>
            )}
            <SplitButton
              variant="primary"
              menuLabel="More comment options"
              busy={composer.isSending}
              disabled={!composer.isReady && !composer.isSending}
              onClick={() => void (isForReview ? submitLater() : submit())}
              items={[
                {
                  kind: 'radio',
                  label: 'Comment',
                  checked: !asThread,
                  onSelect: () => composer.setFields({ thread: false }),
                },
                {
                  kind: 'radio',
                  label: 'Start thread',
                  detail: 'For suggestions or questions that need to be resolved',
                  checked: asThread,
                  onSelect: () => composer.setFields({ thread: true }),
                },
                { kind: 'separator' },
                isForReview
                  ? { label: `${comment} now`, icon: <PaperAirplaneIcon />, onSelect: () => void submit() }
                  : {
                      label: messages.startReview,
                      icon: <ClockIcon />,
                      detail: messages.startReviewDetail,
                      onSelect: () => void submitLater(),
                    },
              ]}
            >
              {isUnderWay ? messages.addToReview : isForReview ? messages.startReview : comment}
            </SplitButton>
          </span>
        }
      />
      {/* Below the box: it moves nothing that one is about to press. */}
      <p role="status" className={styles.meanwhile}>
        {held.isOld && messages.stateMeanwhile(noteable.word, noteable.state)}
      </p>
      {/* A text written as internal never becomes a public comment because a setting changed elsewhere. */}
      {(isInternal || (internalNotesEnabled && noteable.canCommentInternally)) && (
        <Checkbox
          label="Internal note"
          hint={messages.internal}
          checked={isInternal}
          disabled={composer.isSending}
          onValue={internal => composer.setFields({ internal })}
        />
      )}
      {/* The offer appears after the page: below the box it moves nothing that the user is about to press. */}
      <UnsentOffer places={[composer.place]} />
    </form>
  )
}
