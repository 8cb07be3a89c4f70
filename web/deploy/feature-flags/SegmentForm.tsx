import { PlusIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { longestSegmentDescription } from '#contract/deploy/feature-flags/flag-words.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { CallError } from '#web/api/client.ts'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { ConstraintFieldsets } from './ConstraintFieldsets.tsx'
import { type ConstraintFields, constraintFields, constraintsOf, newConstraint } from './flag-form.ts'

export interface SegmentFields {
  readonly name: string
  readonly description: string
  readonly constraints: readonly ConstraintFields[]
}

type Segment = ReplyOf<typeof import('#contract/deploy/feature-flags/segments.ts').getFlagSegment>

export const segmentFields = ({ name, description, constraints }: Segment): SegmentFields => ({
  ...{ name, description: description ?? '' },
  constraints: constraintFields(constraints),
})

/** The fields as the API takes them. */
export const segmentInput = ({ name, description, constraints }: SegmentFields) => ({
  ...{ name, description: description.trim() },
  constraints: constraintsOf(constraints),
})

/** `country IN de, at and not plan IN free` */
export const constraintsInWords = (constraints: readonly ConstraintFields[]): string =>
  constraints
    .map(({ contextName, operator, text, inverted }) => `${inverted ? 'not ' : ''}${contextName} ${operator} ${text}`)
    .join(' and ')

interface SegmentFormProps {
  readonly fields: SegmentFields
  readonly onFields: (change: Partial<SegmentFields>) => void
  readonly submit: string
  readonly busy: boolean
  /** The refusal of what was sent. */
  readonly error: CallError | null
  /** The form shows already that others changed its fields. */
  readonly isOverlapped?: boolean
  readonly onSubmit: () => void
  readonly onCancel: () => void
  /** Shown above the fields. */
  readonly children?: ReactNode
}

/** The fields of a segment. */
export function SegmentForm(props: SegmentFormProps) {
  const { fields, onFields, submit, busy, error, isOverlapped = false, onSubmit, onCancel } = props
  const inFields = Object.keys(error?.fields ?? {}).filter(field => /^(name|description)$|^constraints\[/.test(field))
  const refusal = (label: string, ...names: readonly string[]): string | null =>
    names.map(name => fieldProblem(error, name, label)).find(each => each !== null) ?? null
  return (
    <Form
      label="Segment"
      problem={isOverlapped ? null : formProblem(error, inFields)}
      onSubmit={() => !busy && onSubmit()}
    >
      {props.children}
      <FormField label="Name" required refusal={refusal('Name', 'name')}>
        <TextInput value={fields.name} onValue={name => onFields({ name })} maxLength={255} autoComplete="off" />
      </FormField>
      <FormField label="Description" optional refusal={refusal('Description', 'description')}>
        <TextInput
          value={fields.description}
          onValue={description => onFields({ description })}
          maxLength={longestSegmentDescription}
        />
      </FormField>
      <ConstraintFieldsets
        constraints={fields.constraints}
        refusal={refusal}
        onChange={constraints => onFields({ constraints })}
      />
      <div>
        <Button
          size="s"
          icon={<PlusIcon />}
          onClick={() => onFields({ constraints: [...fields.constraints, newConstraint()] })}
        >
          Add constraint
        </Button>
      </div>
      <FormActions submit={submit} busy={busy} onCancel={onCancel} />
    </Form>
  )
}
