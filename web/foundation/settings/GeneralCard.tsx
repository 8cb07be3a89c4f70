import type { ReactNode } from 'react'
import { textBoxes } from '#contract/text-boxes.ts'
import type { CallError } from '#web/api/client.ts'
import { useFollowSaved } from '#web/api/unsent-texts/follow-saved.ts'
import { type KeptText, useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { overlapsIn } from '../OverlapBanner.tsx'
import { namespaceKinds } from '../places/kinds.ts'
import { fieldProblem } from '../problems.ts'
import { type EditedNamespace, type FormPart, SettingsForm } from './SettingsForm.tsx'

interface NamedPlace {
  readonly name: string
  readonly description: string
}

interface GeneralCardProps {
  readonly namespace: EditedNamespace & NamedPlace
  /** Fields of its kind, which are saved with name and description. */
  readonly more?: {
    readonly part: FormPart
    readonly shown: readonly string[]
    readonly fields: (error: CallError | null) => ReactNode
  }
}

/** Name and description, and what else a kind of namespace has. */
export function GeneralCard({ namespace, more }: GeneralCardProps) {
  const { kind, id } = namespace
  const draft = useDraft({ name: namespace.name })
  const description = useKeptText(textBoxes.namespaceDescription(kind, id), namespace.description)
  return (
    <SettingsForm
      namespace={namespace}
      title="General"
      button="Save changes"
      successMessage="Settings saved"
      parts={[namePart(draft), useDescriptionPart(description, namespace.description), ...(more ? [more.part] : [])]}
      shown={['name', 'description', ...(more?.shown ?? [])]}
    >
      {error => (
        <>
          <FormField label="Name" refusal={fieldProblem(error, 'name', 'Name')}>
            <TextInput required value={draft.values.name} onValue={name => draft.set({ name })} />
          </FormField>
          <UnsentOffer places={[description.place]} />
          <FormField label="Description" refusal={fieldProblem(error, 'description', 'Description')}>
            <TextArea
              rows={3}
              maxLength={namespaceKinds[kind].descriptionLimit}
              value={description.text}
              onValue={description.setText}
            />
          </FormField>
          {more?.fields(error)}
        </>
      )}
    </SettingsForm>
  )
}

function namePart(draft: ReturnType<typeof useDraft<{ name: string }>>): FormPart {
  const { name } = draft.changes
  return {
    changes: name === undefined ? {} : { name: name.trim() },
    expected: draft.expected,
    overlaps: overlapsIn(draft, { name: 'Name' }),
    keep: () => draft.keep(),
    discard: draft.discard,
    saved: sent => {
      const typed = draft.values.name
      if (sent.name !== undefined) draft.saved({ name: typed.trim() === sent.name ? typed : sent.name })
    },
  }
}

function useDescriptionPart(written: KeptText, saved: string): FormPart {
  const { text, base, clearSent } = written
  const { isChanged, isOverlap, keep, discard } = useFollowSaved(written, saved)
  return {
    changes: isChanged ? { description: text } : {},
    expected: isChanged ? { description: base } : {},
    overlaps: isOverlap ? [{ label: 'Description', theirs: saved, mine: text }] : [],
    keep,
    discard,
    saved: ({ description }) => {
      if (typeof description === 'string') clearSent(description, { text: description, version: null })
    },
  }
}
