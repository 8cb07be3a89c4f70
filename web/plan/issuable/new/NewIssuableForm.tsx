import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { titleLimit } from '#contract/plan/issues/title-limit.ts'
import type { CallError } from '#web/api/client.ts'
import type { KeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOfferButton } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { discardKept } from '#web/api/unsent-texts/unsent-offer.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { holdsRefused } from '#web/ui/forms/refused.ts'
import { submitByKey } from '#web/ui/forms/submit-key.ts'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { DescriptionField } from '../edit/DescriptionField.tsx'
import styles from './NewIssuableForm.module.css'
import { RestoredDraft } from './RestoredDraft.tsx'

interface NewIssuableFormProps {
  readonly label: string
  /** Title, description and fields, which are kept until they are sent. */
  readonly kept: KeptText
  readonly create: {
    readonly isPending: boolean
    readonly error: CallError | null
    readonly reset: () => void
  }
  /** Called with the title, once the form is complete. */
  readonly onCreate: (title: string) => void
  /** The words of the button. */
  readonly submit: string
  readonly cancelHref: string
  readonly besideButtons?: ReactNode
  /** Nothing can be created now. The page says why, and the text stays. */
  readonly isBlocked?: boolean
  readonly startsInTitle?: boolean
  /** Further boxes whose unsent texts may go on here. */
  readonly offersFrom?: string | undefined
  readonly description: Pick<ComponentProps<typeof DescriptionField>, 'templates' | 'namespace' | 'target' | 'rows'>
  readonly notice?: ReactNode
  readonly besideTitle?: ReactNode
  readonly belowTitle?: ReactNode
  readonly belowDescription: ReactNode
  /** The fields at the side. */
  readonly fields: ReactNode
}

/** The form of a new issue, merge request or epic. */
export function NewIssuableForm({ label, kept, create, onCreate, description, ...props }: NewIssuableFormProps) {
  const { title = '' } = kept.fields
  const [isUploading, setUploading] = useState(false)
  const [wasTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function submit() {
    if (props.isBlocked) return
    setTried(true)
    if (title.trim() === '' || isUploading || create.isPending || holdsRefused(form.current)) return
    onCreate(title.trim())
  }

  const { title: titleProblems, ...otherFields } = create.error?.fields ?? {}
  const titleError = wasTried && title.trim() === '' ? 'Enter a title.' : titleProblems?.join(', ')
  return (
    <form
      ref={form}
      aria-label={label}
      // The form says itself what is missing, in its place.
      noValidate
      className={styles.form}
      onKeyDownCapture={submitByKey}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={styles.main}>
        {create.error !== null && (titleProblems === undefined || Object.keys(otherFields).length > 0) && (
          <Banner tone="danger" onDismiss={create.reset}>
            {create.error.message}
          </Banner>
        )}
        {props.notice}
        <div className={styles.title}>
          <FormField
            label="Title"
            required
            error={titleError}
            aside={
              <>
                <RestoredDraft kept={kept} />
                <UnsentOfferButton
                  places={[kept.place]}
                  {...(props.offersFrom === undefined ? {} : { from: props.offersFrom })}
                />
              </>
            }
          >
            <TextInput
              autoFocus={props.startsInTitle}
              size="l"
              maxLength={titleLimit}
              value={title}
              onValue={title => kept.setFields({ title })}
            />
          </FormField>
        </div>
        {props.belowTitle}
        <DescriptionField
          {...description}
          value={kept.text}
          onChange={kept.setText}
          onSubmit={submit}
          onBusy={setUploading}
        />
        {/* From the title, the Tab key goes on to the description. */}
        {props.besideTitle && <div className={styles.beside}>{props.besideTitle}</div>}
        {props.belowDescription}
      </div>
      {props.fields}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={create.isPending} disabled={isUploading || props.isBlocked}>
          {props.submit}
        </Button>
        <LinkButton href={props.cancelHref} onClick={() => discardKept(kept.place)}>
          Cancel
        </LinkButton>
        {props.besideButtons}
      </div>
    </form>
  )
}
