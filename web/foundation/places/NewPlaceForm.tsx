import { type ReactNode, useState } from 'react'
import { pathFrom } from '#contract/foundation/path-from-name.ts'
import type { Visibility } from '#contract/shapes.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { type KeptText, useKeptText } from '#web/api/kept-text.ts'
import { UnsentOffer } from '#web/api/UnsentOffer.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Form, FormActions, Pair } from '../Form.tsx'
import { fieldProblem, formProblem } from '../problems.ts'
import { NamespacePicker } from './NamespacePicker.tsx'
import type { FoundTargets, Target } from './use-targets.ts'
import { isWithin, VisibilityField } from './VisibilityField.tsx'

/** What is written of a project or group before there is one. */
export interface NewPlace {
  readonly name: string
  /** What was typed, or else what the name suggests. */
  readonly path: string
  readonly visibility: Visibility
  readonly description: KeptText
  /** Where it will stand; null for a group at the top. */
  readonly target: Target | null
  /** The group above it, which no part of it may be more visible than. */
  readonly parent: Target | null
  setName(name: string): void
  setPath(path: string): void
  setVisibility(visibility: Visibility): void
  setTarget(target: Target | null): void
}

interface Start {
  readonly target: Target | null
  /** What administrators want of new ones. */
  readonly visibility: Visibility
  readonly kind: 'project' | 'group'
}

/** The state of the form; a visibility that the chosen parent does not allow is narrowed to the parent's. */
export function useNewPlace(start: Start): NewPlace {
  const [name, setName] = useState('')
  const [path, setPath] = useState<string | null>(null)
  const [target, setTarget] = useState(start.target)
  const [wanted, setVisibility] = useState(start.visibility)
  const description = useKeptText(textBoxes.newNamespace(start.kind))
  const parent = target?.kind === 'group' ? target : null
  return {
    ...{ name, target, parent, description, setName, setPath, setVisibility, setTarget },
    path: path ?? pathFrom(name),
    visibility: parent === null || isWithin(wanted, parent.visibility) ? wanted : parent.visibility,
  }
}

interface NewPlaceFormProps {
  readonly of: 'project' | 'group'
  readonly place: NewPlace
  /** What the field for the place above is called, and what it says when nothing is chosen. */
  readonly where: { readonly label: string; readonly optional?: boolean; readonly placeholder?: string }
  readonly found: FoundTargets
  /** Names such as `My team`, and what the path may look like. */
  readonly examples: { readonly name: string; readonly path: string }
  readonly descriptionLimit: number
  readonly error: Parameters<typeof fieldProblem>[0]
  readonly isBusy: boolean
  readonly onSubmit: () => void
  /** More fields of its kind, last. */
  readonly children?: ReactNode
}

const named = ['name', 'path', 'description', 'namespace', 'visibilityLevel', 'visibility'] as const

/** The fields that a new project and a new group have in common. */
export function NewPlaceForm({ of, place, where, error, isBusy, ...rest }: NewPlaceFormProps) {
  const { path, description, target } = place
  const isSettled = path !== '' && (target !== null || where.optional === true)
  return (
    <Card>
      <Form problem={formProblem(error, named)} onSubmit={() => !isBusy && rest.onSubmit()}>
        <FormField label="Name" error={fieldProblem(error, 'name', 'Name')}>
          <TextInput
            autoFocus
            required
            placeholder={rest.examples.name}
            value={place.name}
            onChange={event => place.setName(event.target.value)}
          />
        </FormField>
        <Pair>
          <FormField
            label={where.label}
            optional={where.optional ?? false}
            error={fieldProblem(error, 'namespace', where.label)}
          >
            <NamespacePicker
              label={where.label}
              found={rest.found}
              chosen={target}
              {...(where.placeholder !== undefined && { placeholder: where.placeholder })}
              onChosen={place.setTarget}
            />
          </FormField>
          <FormField
            label="Path"
            hint={isSettled && [window.location.host, target?.fullPath, path].filter(Boolean).join('/')}
            error={fieldProblem(error, 'path', 'Path')}
          >
            <TextInput
              code
              required
              autoCapitalize="none"
              spellCheck={false}
              placeholder={rest.examples.path}
              value={path}
              onChange={event => place.setPath(event.target.value)}
            />
          </FormField>
        </Pair>
        <UnsentOffer places={[description.place]} />
        <FormField label="Description" optional error={fieldProblem(error, 'description', 'Description')}>
          <TextArea
            rows={2}
            maxLength={rest.descriptionLimit}
            value={description.text}
            onChange={event => description.setText(event.target.value)}
          />
        </FormField>
        <VisibilityField
          of={of}
          value={place.visibility}
          parent={place.parent}
          error={fieldProblem(error, 'visibilityLevel', 'Visibility')}
          onValue={place.setVisibility}
        />
        {rest.children}
        <FormActions>
          <Button type="submit" variant="primary" busy={isBusy}>
            Create {of}
          </Button>
          <LinkButton href="/" variant="quiet">
            Cancel
          </LinkButton>
        </FormActions>
      </Form>
    </Card>
  )
}
