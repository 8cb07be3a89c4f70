import type { ReactNode } from 'react'
import { type KeptText, useKeptText } from '#web/api/kept-text.ts'
import { UnsentOffer } from '#web/api/UnsentOffer.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Form, FormActions } from '../Form.tsx'
import { fieldProblem, saveProblem } from '../problems.ts'
import { OverlapBanner } from './OverlapBanner.tsx'

interface Named {
  readonly name: string
  readonly description: string
}

/** What a project or group is called, as it is being changed. */
export interface Called {
  readonly name: string
  readonly description: KeptText
  readonly setName: (name: string) => void
  /** The fields that differ from what is saved, and what stood in them when their change began. */
  readonly changes: Partial<Named>
  readonly expected: Partial<Named>
  /** Fields that somebody else saved meanwhile. */
  readonly overlaps: readonly string[]
  readonly keep: () => void
  readonly discard: () => void
  /** These are saved; what was typed since stays. */
  readonly saved: (sent: { readonly name?: string; readonly description?: string | null }) => void
}

/** @param place  where the description is kept while it is typed */
export function useCalled(place: string, now: Named): Called {
  const draft = useDraft({ name: now.name })
  const description = useKeptText(place, now.description)
  const isDescribed = description.text !== description.base && description.text !== now.description
  // Somebody saved another one, and nothing was written here.
  if (!isDescribed && description.base !== now.description) description.rebase(now.description)
  const isOverlap = isDescribed && description.base !== now.description
  const { name } = draft.changes
  return {
    name: draft.values.name,
    description,
    setName: next => draft.set({ name: next }),
    changes: {
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(isDescribed ? { description: description.text } : {}),
    },
    expected: { ...draft.expected, ...(isDescribed ? { description: description.base } : {}) },
    overlaps: [...(draft.overlaps.length > 0 ? ['the name'] : []), ...(isOverlap ? ['the description'] : [])],
    keep: () => {
      draft.keep()
      if (isOverlap) description.rebase(description.text)
    },
    discard: () => {
      draft.discard()
      if (isOverlap) description.rebase(now.description)
    },
    saved: sent => {
      if (sent.name !== undefined) {
        const typed = draft.values.name
        draft.saved({ name: typed.trim() === sent.name ? typed : sent.name })
      }
      if (typeof sent.description === 'string')
        description.clearSent(sent.description, { text: sent.description, version: null })
    },
  }
}

interface GeneralCardProps {
  readonly called: Called
  readonly descriptionLimit: number
  readonly error: Parameters<typeof fieldProblem>[0]
  readonly isBusy: boolean
  /** More fields that are saved with these, by their names in the contract. */
  readonly more?: readonly string[]
  /** Above the fields: whether others changed more of what is saved with them. */
  readonly notice?: ReactNode
  readonly children?: ReactNode
  readonly onSave: (changes: Partial<Named>, expected: Partial<Named>) => void
}

/** Name and description, and what else a kind of place has. */
export function GeneralCard(props: GeneralCardProps) {
  const { called, descriptionLimit, error, isBusy, more, notice, children, onSave } = props
  const { name, description } = called
  return (
    <Card title="General">
      <Form
        problem={saveProblem(error, called.overlaps, ['name', 'description', ...(more ?? [])])}
        onSubmit={() => onSave(called.changes, called.expected)}
      >
        {notice ?? <OverlapBanner fields={called.overlaps} onKeep={called.keep} onDiscard={called.discard} />}
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
