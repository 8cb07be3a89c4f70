import { type ReactNode, useState } from 'react'
import { pathFrom } from '#contract/foundation/path-from-name.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Visibility } from '#contract/shapes.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'

import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Form, FormActions, Pair } from '#web/ui/forms/Form.tsx'

import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { fieldProblem, formProblem } from '../problems.ts'
import { fullPathOf, type NamespaceKind, namespaceKinds, namespacePages } from './kinds.ts'
import { NamespacePicker } from './NamespacePicker.tsx'
import { type Target, useTargets } from './use-targets.ts'
import { allowedVisibility, VisibilityField } from './VisibilityField.tsx'

type Create =
  | typeof import('#contract/foundation/projects.ts').createProject
  | typeof import('#contract/foundation/groups.ts').createGroup

interface NewNamespaceFormProps {
  readonly kind: NamespaceKind
  /** The initial parent; null for a top-level group. */
  readonly start: Target | null
  /** The default visibility that administrators chose. */
  readonly defaultVisibility: Visibility
  /** The label of the parent field, and its text while nothing is chosen. */
  readonly where: { readonly label: string; readonly optional?: boolean; readonly placeholder?: string }
  /** More input of its kind, with the id of the place above. */
  readonly inputOf: (target: number | null) => Partial<InputOf<Create>>
  /** More fields of its kind, last. */
  readonly children?: ReactNode
}

const named = ['name', 'path', 'description', 'namespace', 'visibilityLevel', 'visibility'] as const

/** Creates a project or a group. */
export function NewNamespaceForm(props: NewNamespaceFormProps) {
  const { kind, start, defaultVisibility, where, inputOf, children } = props
  const { create: operation, targetsPage, examples, descriptionLimit } = namespaceKinds[kind]
  const goTo = useGoTo()
  const found = useTargets(targetsPage)
  const [name, setName] = useState('')
  const [typedPath, setPath] = useState<string | null>(null)
  const [target, setTarget] = useState(start)
  const [wanted, setVisibility] = useState(defaultVisibility)
  const description = useKeptText(textBoxes.newNamespace(kind))
  const path = typedPath ?? pathFrom(name)
  const parent = target?.kind === 'group' ? target : null
  const { restrictedVisibilityLevels } = useViewer()
  const visibility = allowedVisibility(wanted, parent?.visibility ?? 'public', restrictedVisibilityLevels)
  const isComplete = path !== '' && (target !== null || where.optional === true)
  const create = useOperation(operation, {
    refreshes: namespacePages,
    onSuccess: made => {
      description.clear()
      goTo(`/${fullPathOf(made)}`)
    },
  })
  const { error, isPending } = create

  function submit() {
    if (isPending) return
    const given = { name: name.trim(), path, description: description.text, visibility }
    create.mutate({ ...given, ...inputOf(target?.id ?? null) })
  }

  return (
    <Card>
      <Form problem={formProblem(error, named)} onSubmit={submit}>
        <FormField label="Name" refusal={fieldProblem(error, 'name', 'Name')}>
          <TextInput autoFocus required placeholder={examples.name} value={name} onValue={setName} />
        </FormField>
        <Pair>
          <FormField
            label={where.label}
            optional={where.optional ?? false}
            refusal={fieldProblem(error, 'namespace', where.label)}
          >
            <NamespacePicker
              label={where.label}
              found={found}
              chosen={target}
              {...(where.placeholder !== undefined && { placeholder: where.placeholder })}
              onChosen={setTarget}
            />
          </FormField>
          <FormField
            label="Path"
            hint={isComplete && [window.location.host, target?.fullPath, path].filter(Boolean).join('/')}
            refusal={fieldProblem(error, 'path', 'Path')}
          >
            <TextInput
              code
              required
              autoCapitalize="none"
              spellCheck={false}
              placeholder={examples.path}
              value={path}
              onValue={setPath}
            />
          </FormField>
        </Pair>
        <UnsentOffer places={[description.place]} />
        <FormField label="Description" optional refusal={fieldProblem(error, 'description', 'Description')}>
          <TextArea rows={2} maxLength={descriptionLimit} value={description.text} onValue={description.setText} />
        </FormField>
        <VisibilityField
          of={kind}
          value={visibility}
          parent={parent}
          error={fieldProblem(error, 'visibilityLevel', 'Visibility')}
          onValue={setVisibility}
        />
        {children}
        <FormActions submit={`Create ${kind}`} busy={isPending}>
          <LinkButton href="/" variant="quiet">
            Cancel
          </LinkButton>
        </FormActions>
      </Form>
    </Card>
  )
}
