import { CheckIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { CallError, call } from '#web/api/client.ts'
import { applySuggestion, applySuggestions } from '#web/api/operations.gen.ts'
import { KeptText } from '#web/api/unsent-texts/KeptText.tsx'
import { type KeptText as Message, useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { discardKept } from '#web/api/unsent-texts/unsent-offer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { CodeText } from '#web/ui/text/CodeText.tsx'
import { useTools } from '../context.ts'
import { places, topicOf } from '../noteable.ts'
import {
  addToBatch,
  type BatchEntry,
  isApplyingNow,
  overlapWith,
  removeFromBatch,
  useBatch,
  useIsApplying,
  whileApplying,
} from './batch.ts'
import { messages } from './messages.ts'
import styles from './Suggestions.module.css'

type Suggestion = PageNote['suggestions'][number]

/** The changes that a comment proposes, as small diffs. @source SUGG-001 */
export function Suggestions({ note }: { readonly note: PageNote }) {
  const { suggestions } = note
  const [most, setMost] = useState(suggestions.length)
  if (suggestions.length > most) setMost(suggestions.length)
  return Array.from({ length: most }, (_, index) => {
    const suggestion = suggestions[index]
    // Suggestions of an edited comment have other ids: the box of a message stays with the one in its place.
    return suggestion === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <KeptText key={index} place={places.suggestion(note.id, index)} label={messages.unsentMessage} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <SuggestionBox key={index} note={note} suggestion={suggestion} index={index} />
    )
  })
}

interface SuggestionBoxProps {
  readonly note: PageNote
  readonly suggestion: Suggestion
  readonly index: number
}

function SuggestionBox({ note, suggestion, index }: SuggestionBoxProps) {
  const { id, applied, appliable, inapplicableReason, diffLines, currentUser } = suggestion
  const message = useKeptText(places.suggestion(note.id, index))
  const [isAsking, setAsking] = useState(false)
  const applying = useApply()
  const { problem, forgetProblem } = applying
  const entry = entryOf(note, suggestion)
  // A message that is being written stays, also after another user has applied the suggestion.
  const isWriting = isAsking || message.text !== ''
  const reason = inapplicableReason ?? messages.mayNotApply
  const overtaken = applied ? messages.appliedElsewhere : appliable && currentUser.canApply ? null : reason
  return (
    <section className={styles.box} aria-label="Suggested change" data-suggestion={id}>
      <header className={styles.head}>
        <span className={styles.title}>Suggested change</span>
        {applied ? (
          <span className={styles.applied}>
            <CheckIcon /> Applied
          </span>
        ) : overtaken !== null ? (
          !isWriting && <span className={styles.reason}>{reason}</span>
        ) : (
          !isWriting && <Ways entry={entry} onAsk={() => setAsking(true)} />
        )}
        {isWriting && (
          <MessageForm
            entry={entry}
            message={message}
            applying={applying}
            isAsked={isAsking}
            overtaken={applying.isBusy ? null : overtaken}
            onClose={() => setAsking(false)}
          />
        )}
        {problem !== null && (
          <Banner tone="danger" onDismiss={forgetProblem}>
            {problem}
          </Banner>
        )}
      </header>
      <pre data-scrolls className={styles.lines}>
        {diffLines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and stay in place
          <CodeText key={index} text={`${line.text || ' '}\n`} className={styles.line} data-type={line.type} />
        ))}
      </pre>
    </section>
  )
}

const entryOf = (note: PageNote, { id, filePath, fromLine, toLine }: Suggestion): BatchEntry => ({
  suggestionId: id,
  noteId: note.id,
  discussionId: note.discussionId,
  filePath,
  fromLine,
  toLine,
})

interface WaysProps {
  readonly entry: BatchEntry
  /** Opens the box of the message. */
  readonly onAsk: () => void
}

function Ways({ entry, onAsk }: WaysProps) {
  const batch = useBatch()
  const isInBatch = isIn(batch, entry)
  const overlaps = !isInBatch && overlapWith(entry, batch) !== null
  return (
    <div className={styles.ways}>
      {isInBatch ? (
        <>
          <Button size="s" onClick={() => removeFromBatch([entry.suggestionId])}>
            Remove from batch
          </Button>
          <Button size="s" onClick={onAsk}>
            Apply batch ({batch.length})
          </Button>
        </>
      ) : (
        <>
          <Button size="s" disabled={overlaps} onClick={() => addToBatch(entry)}>
            Add to batch
          </Button>
          <Button size="s" onClick={onAsk}>
            Apply suggestion
          </Button>
        </>
      )}
      {overlaps && <span className={styles.reason}>{messages.overlaps}</span>}
    </div>
  )
}

const isIn = (batch: readonly BatchEntry[], { suggestionId }: BatchEntry): boolean =>
  batch.some(each => each.suggestionId === suggestionId)

interface MessageFormProps {
  readonly entry: BatchEntry
  readonly message: Message
  readonly applying: ReturnType<typeof useApply>
  /** The user has just opened it, so it takes the focus. */
  readonly isAsked: boolean
  /** The reason why the message cannot be used: another user was faster. */
  readonly overtaken: string | null
  readonly onClose: () => void
}

/** Asks for the message of the commit. */
function MessageForm({ entry, message, applying, isAsked, overtaken, onClose }: MessageFormProps) {
  const batch = useBatch()
  const isApplying = useIsApplying()
  const { apply, isBusy } = applying
  const chosen = isIn(batch, entry) ? batch : [entry]
  const { place, text } = message

  async function submit() {
    if (overtaken !== null || !(await apply(chosen, text))) return
    if (message.clearSent(text)) onClose()
  }

  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      {overtaken !== null && text !== '' && (
        <div className={styles.overtaken}>
          <Banner tone="warning">
            {overtaken} {messages.messageKept}
          </Banner>
        </div>
      )}
      <TextInput
        aria-label="Commit message"
        placeholder="Commit message (optional)"
        value={text}
        onValue={message.setText}
        autoFocus={isAsked}
      />
      {overtaken === null ? (
        <Button size="s" type="submit" variant="primary" busy={isBusy} disabled={isApplying && !isBusy}>
          {isIn(batch, entry) ? `Apply ${batch.length === 1 ? 'suggestion' : `${batch.length} suggestions`}` : 'Apply'}
        </Button>
      ) : (
        <CopyButton text={text} label="Copy message" />
      )}
      <Button
        size="s"
        onClick={() => {
          discardKept(place)
          onClose()
        }}
      >
        {overtaken === null ? 'Cancel' : 'Discard'}
      </Button>
    </form>
  )
}

/** Apply suggestions, then resolve their threads; that one cannot be resolved is no failure. @source SUGG-006, SUGG-009 */
function useApply() {
  const { noteable, merge } = useTools()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  /** @returns whether they were applied */
  async function apply(chosen: readonly BatchEntry[], message: string): Promise<boolean> {
    if (isApplyingNow()) return false
    setBusy(true)
    setProblem(null)
    try {
      await whileApplying(topicOf(noteable), () => applyAndResolve(chosen, message))
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const otherwise = chosen.length === 1 ? messages.apply : messages.applyBatch
      setProblem(error.status === 400 || error.status === 403 ? error.message || otherwise : otherwise)
      return false
    } finally {
      setBusy(false)
    }
  }

  async function applyAndResolve(chosen: readonly BatchEntry[], message: string): Promise<void> {
    const ids = chosen.map(each => each.suggestionId)
    const [first = 0] = ids
    const commitMessage = message.trim() === '' ? {} : { commitMessage: message }
    if (ids.length === 1) await call(applySuggestion, { id: first, ...commitMessage })
    else await call(applySuggestions, { ids, ...commitMessage })
    removeFromBatch(ids)
    for (const discussionId of new Set(chosen.map(each => each.discussionId))) {
      const { namespace, iid, kind } = noteable
      const resolved = await call(kind.calls.resolvePageDiscussion, { namespace, iid, discussionId }).catch(() => null)
      if (resolved !== null) merge(resolved.notes)
    }
  }

  return { apply, isBusy, problem, forgetProblem: () => setProblem(null) }
}
