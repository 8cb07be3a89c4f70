import { useState } from 'react'
import { titleLimit } from '#contract/plan/issues/title-limit.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { InlineForm } from '#web/ui/forms/InlineForm.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { epicMessages } from '../messages.ts'
import { createChild } from './save.ts'

/** A child epic by its title alone; the rest is added on its page. */
export function NewChildForm({ onClose }: { readonly onClose: () => void }) {
  const [title, setTitle] = useState('')
  const { run, isPending, error, forgetError } = useSave({ save: createChild, failure: epicMessages.createChild })
  return (
    <InlineForm
      label="New child epic"
      submit="Create child epic"
      isEmpty={title.trim() === ''}
      isPending={isPending}
      error={error}
      onDismissError={forgetError}
      onSubmit={() => run(title.trim(), onClose)}
      onClose={onClose}
      padded
    >
      <FormField label="Title">
        <TextInput autoFocus maxLength={titleLimit} value={title} onValue={setTitle} />
      </FormField>
    </InlineForm>
  )
}
