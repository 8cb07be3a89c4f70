import type { KeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { isKey } from '#web/ui/actions/keys.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'

interface KeptCommentProps {
  readonly comment: KeptText
  readonly hint: string
  readonly maxLength: number
  /** Called for Ctrl+Enter, too. */
  readonly onSubmit: () => void
}

/** The comment of a request or a decision. It is kept until it is sent. */
export function KeptComment({ comment, hint, maxLength, onSubmit }: KeptCommentProps) {
  return (
    <>
      <UnsentOffer places={[comment.place]} />
      <FormField label="Comment" optional hint={hint}>
        <TextArea
          maxLength={maxLength}
          value={comment.text}
          onValue={comment.setText}
          onKeyDown={event => {
            if (!isKey(event, 'Enter') || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            onSubmit()
          }}
        />
      </FormField>
    </>
  )
}
