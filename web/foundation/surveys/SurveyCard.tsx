import { XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { maxSurveyComment, surveyRatings } from '#contract/foundation/survey-ratings.ts'
import { userTopic } from '#contract/live-topics.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { answerSurvey, dismissSurvey, getSurvey } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { isKey } from '#web/ui/actions/keys.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useId } from '#web/ui/use-id.tsx'
import { fieldProblem, formProblem } from '../problems.ts'
import { messages } from './messages.ts'
import styles from './SurveyCard.module.css'

/** A card in a corner of the page, while it is due. It gives way to whatever the reader writes in. @source UI-014 */
export function SurveyCard({ userId }: { readonly userId: number }) {
  const { data } = useReading(getSurvey, {}, { topics: () => [userTopic(userId)] })
  // The region exists before there is a question, so that screen readers announce it.
  return <div aria-live="polite">{data?.isDue === true && <Question />}</div>
}

function Question() {
  const [rating, setRating] = useState<number | null>(null)
  const comment = useKeptText(textBoxes.surveyComment())
  const name = useId()
  const refreshes = [getSurvey]
  const dismiss = useOperation(dismissSurvey, { refreshes, onSuccess: () => comment.clear() })
  const send = useOperation(answerSurvey, {
    refreshes,
    onSuccess: () => {
      comment.clear()
      showToast(messages.thanks)
    },
  })
  const problem = formProblem(send.error, ['comment']) ?? dismiss.error?.message ?? null
  function submit() {
    if (rating !== null && !send.isPending) send.mutate({ rating, comment: comment.text })
  }
  return (
    <section
      aria-labelledby={`${name}-question`}
      data-keeps-clear
      className={styles.card}
      onKeyDown={event => {
        if (event.key === 'Escape' && !dismiss.isPending) dismiss.mutate({})
      }}
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <fieldset className={styles.ratings}>
          <legend id={`${name}-question`} className={styles.question}>
            {messages.question}
          </legend>
          <div className={styles.scale}>
            {surveyRatings.map(value => (
              <label key={value} className={styles.rating}>
                <input
                  type="radio"
                  name={name}
                  value={value}
                  checked={rating === value}
                  onChange={() => setRating(value)}
                  aria-label={messages.rating(value)}
                />
                {value}
              </label>
            ))}
          </div>
          <p aria-hidden className={styles.ends}>
            <span>{messages.lowest}</span>
            <span>{messages.highest}</span>
          </p>
        </fieldset>
        {rating !== null && (
          <>
            <FormField label="Comment" optional error={fieldProblem(send.error, 'comment', 'Comment')}>
              <TextArea
                rows={2}
                maxLength={maxSurveyComment}
                value={comment.text}
                onValue={comment.setText}
                onKeyDown={event => {
                  if (!isKey(event, 'Enter') || !(event.ctrlKey || event.metaKey)) return
                  event.preventDefault()
                  submit()
                }}
              />
            </FormField>
            <div className={styles.foot}>
              <Button type="submit" variant="primary" busy={send.isPending}>
                Send answer
              </Button>
              <span className={styles.hint}>{messages.readers}</span>
            </div>
          </>
        )}
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
      </form>
      <IconButton
        label="Dismiss survey"
        icon={<XIcon />}
        size="s"
        tooltip={false}
        className={styles.dismiss}
        onClick={() => dismiss.mutate({})}
      />
    </section>
  )
}
