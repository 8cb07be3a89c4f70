import { CheckIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { CallError, call } from '#web/api/client.ts'
import { applySuggestion, applySuggestions } from '#web/api/operations.gen.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { CodeText } from '#web/ui/text/CodeText.tsx'
import { useTools } from '../context.ts'
import { topicOf } from '../noteable.ts'
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
  return note.suggestions.map(suggestion => <SuggestionBox key={suggestion.id} note={note} suggestion={suggestion} />)
}

interface SuggestionBoxProps {
  readonly note: PageNote
  readonly suggestion: Suggestion
}

function SuggestionBox({ note, suggestion }: SuggestionBoxProps) {
  const { id, applied, appliable, inapplicableReason, diffLines, currentUser } = suggestion
  return (
    <section className={styles.box} aria-label="Suggested change" data-suggestion={id}>
      <header className={styles.head}>
        <span className={styles.title}>Suggested change</span>
        {applied ? (
          <span className={styles.applied}>
            <CheckIcon /> Applied
          </span>
        ) : appliable && currentUser.canApply ? (
          <Ways note={note} suggestion={suggestion} />
        ) : (
          <span className={styles.reason}>
            {inapplicableReason ?? 'You need to be able to push to the source branch to apply it.'}
          </span>
        )}
      </header>
      <pre className={styles.lines}>
        {diffLines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and stay in place
          <CodeText key={index} text={`${line.text || ' '}\n`} className={styles.line} data-type={line.type} />
        ))}
      </pre>
    </section>
  )
}

function Ways({ note, suggestion }: SuggestionBoxProps) {
  const batch = useBatch()
  const { apply, isBusy, problem, forgetProblem } = useApply()
  const isApplying = useIsApplying()
  const [isAsking, setAsking] = useState(false)
  const [message, setMessage] = useState('')
  const { id, filePath, fromLine, toLine } = suggestion
  const entry: BatchEntry = {
    suggestionId: id,
    noteId: note.id,
    discussionId: note.discussionId,
    filePath,
    fromLine,
    toLine,
  }
  const isInBatch = batch.some(each => each.suggestionId === id)
  const overlaps = !isInBatch && overlapWith(entry, batch) !== null
  const chosen = isInBatch ? batch : [entry]
  return (
    <div className={styles.ways}>
      {isAsking ? (
        <form
          className={styles.form}
          onSubmit={event => {
            event.preventDefault()
            void apply(chosen, message)
          }}
        >
          <TextInput
            aria-label="Commit message"
            placeholder="Commit message (optional)"
            value={message}
            onChange={event => setMessage(event.target.value)}
            data-autofocus
          />
          <Button size="s" type="submit" variant="primary" busy={isBusy} disabled={isApplying && !isBusy}>
            {isInBatch ? `Apply ${batch.length === 1 ? 'suggestion' : `${batch.length} suggestions`}` : 'Apply'}
          </Button>
          <Button size="s" onClick={() => setAsking(false)}>
            Cancel
          </Button>
        </form>
      ) : (
        <>
          {isInBatch ? (
            <>
              <Button size="s" onClick={() => removeFromBatch([id])}>
                Remove from batch
              </Button>
              <Button size="s" onClick={() => setAsking(true)}>
                Apply batch ({batch.length})
              </Button>
            </>
          ) : (
            <>
              <Button size="s" disabled={overlaps} onClick={() => addToBatch(entry)}>
                Add to batch
              </Button>
              <Button size="s" onClick={() => setAsking(true)}>
                Apply suggestion
              </Button>
            </>
          )}
          {overlaps && <span className={styles.reason}>{messages.overlaps}</span>}
        </>
      )}
      {problem !== null && (
        <Banner tone="danger" onDismiss={forgetProblem}>
          {problem}
        </Banner>
      )}
    </div>
  )
}

/** Apply suggestions, then resolve their threads; that one cannot be resolved is no failure. @source SUGG-006, SUGG-009 */
function useApply() {
  const { noteable, merge } = useTools()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function apply(chosen: readonly BatchEntry[], message: string): Promise<void> {
    if (isApplyingNow()) return
    setBusy(true)
    setProblem(null)
    try {
      await whileApplying(topicOf(noteable), () => applyAndResolve(chosen, message))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const otherwise = chosen.length === 1 ? messages.apply : messages.applyBatch
      setProblem(error.status === 400 || error.status === 403 ? error.message || otherwise : otherwise)
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
