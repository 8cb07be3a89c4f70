import { useState } from 'react'
import { titleLimit } from '#contract/plan/issues/title-limit.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { epicMessages } from '../messages.ts'
import styles from './EpicTree.module.css'
import { createChild } from './save.ts'

/** A child epic by its title alone; the rest is added on its page. */
export function NewChildForm({ onClose }: { readonly onClose: () => void }) {
  const [title, setTitle] = useState('')
  const { run, isPending, error, forgetError } = useSave({ save: createChild, failure: epicMessages.createChild })
  const submit = () => {
    if (title.trim() !== '' && !isPending) run(title.trim(), onClose)
  }
  return (
    <form
      aria-label="New child epic"
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      {error && (
        <Banner tone="danger" onDismiss={forgetError}>
          {error}
        </Banner>
      )}
      <FormField label="Title">
        <TextInput autoFocus dir="auto" maxLength={titleLimit} value={title} onValue={setTitle} />
      </FormField>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={title.trim() === ''} busy={isPending}>
          Create child epic
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
