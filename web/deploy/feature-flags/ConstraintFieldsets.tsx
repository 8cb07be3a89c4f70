import { TrashIcon } from '@primer/octicons-react'
import { constraintOperators, takesList } from '#contract/deploy/feature-flags/flag-words.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import styles from './Flags.module.css'
import type { ConstraintFields } from './flag-form.ts'

interface ConstraintFieldsetsProps {
  readonly constraints: readonly ConstraintFields[]
  /** The sentence for fields that were refused, such as `constraints[0].value`. */
  readonly refusal: (label: string, ...fields: readonly string[]) => string | null
  readonly onChange: (constraints: readonly ConstraintFields[]) => void
}

/** The fields of constraints: all of them have to hold. */
export function ConstraintFieldsets({ constraints, refusal, onChange }: ConstraintFieldsetsProps) {
  const change = (key: number, fields: Partial<ConstraintFields>) =>
    onChange(constraints.map(each => (each.key === key ? { ...each, ...fields } : each)))
  return constraints.map(({ key, contextName, operator, text, inverted }, at) => (
    <div key={key} className={styles.inline}>
      <FormField label="Context field" refusal={refusal('Context field', `constraints[${at}].contextName`)}>
        <TextInput value={contextName} onValue={next => change(key, { contextName: next })} maxLength={100} />
      </FormField>
      <FormField label="Operator">
        <Select
          value={operator}
          options={constraintOperators.map(value => ({ value, label: value }))}
          onValue={next => change(key, { operator: next })}
        />
      </FormField>
      <FormField label="Value" refusal={refusal('Value', `constraints[${at}].value`, `constraints[${at}].values`)}>
        <TextInput
          placeholder={takesList(operator) ? 'Comma-separated' : undefined}
          value={text}
          onValue={next => change(key, { text: next })}
        />
      </FormField>
      <Checkbox label="Invert" checked={inverted} onValue={next => change(key, { inverted: next })} />
      <Button
        variant="quiet"
        icon={<TrashIcon />}
        onClick={() => onChange(constraints.filter(each => each.key !== key))}
      >
        Remove constraint
      </Button>
    </div>
  ))
}
