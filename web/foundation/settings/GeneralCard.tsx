import { type ReactNode, useState } from 'react'
import { type KeptText, keepText, useKeptText } from '#web/api/kept-text.ts'
import { UnsentOffer } from '#web/api/UnsentOffer.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Form, FormActions } from '../Form.tsx'
import { fieldProblem, formProblem } from '../problems.ts'

/** What a project or group is called, as it is being changed. */
export interface Called {
  readonly name: string
  readonly description: KeptText
  readonly setName: (name: string) => void
  /** What was typed is saved. */
  readonly saved: () => void
}

/** @param place  where the description is kept while it is typed */
export function useCalled(place: string, now: { readonly name: string; readonly description: string }): Called {
  const [name, setName] = useState(now.name)
  const description = useKeptText(place, now.description)
  return { name, description, setName, saved: () => keepText(place, '', '') }
}

interface GeneralCardProps {
  readonly called: Called
  readonly descriptionLimit: number
  readonly error: Parameters<typeof fieldProblem>[0]
  readonly isBusy: boolean
  /** More fields that are saved with these, by their names in the contract. */
  readonly more?: readonly string[]
  readonly children?: ReactNode
  readonly onSave: (called: { readonly name: string; readonly description: string }) => void
}

/** Name and description, and what else a kind of place has. */
export function GeneralCard({ called, descriptionLimit, error, isBusy, more, children, onSave }: GeneralCardProps) {
  const { name, description } = called
  return (
    <Card title="General">
      <Form
        problem={formProblem(error, ['name', 'description', ...(more ?? [])])}
        onSubmit={() => onSave({ name: name.trim(), description: description.text })}
      >
        <FormField label="Name" error={fieldProblem(error, 'name', 'Name')}>
          <TextInput required value={name} onChange={event => called.setName(event.target.value)} />
        </FormField>
        <UnsentOffer places={[description.place]} />
        <FormField label="Description" error={fieldProblem(error, 'description', 'Description')}>
          <TextArea
            rows={3}
            maxLength={descriptionLimit}
            value={description.text}
            onChange={event => description.setText(event.target.value)}
          />
        </FormField>
        {children}
        <SaveButton isBusy={isBusy}>Save changes</SaveButton>
      </Form>
    </Card>
  )
}

interface SaveButtonProps {
  readonly isBusy: boolean
  readonly children: string
}

export function SaveButton({ isBusy, children }: SaveButtonProps) {
  return (
    <FormActions>
      <Button type="submit" variant="primary" busy={isBusy}>
        {children}
      </Button>
    </FormActions>
  )
}
