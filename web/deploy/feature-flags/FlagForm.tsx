import { PlusIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { flagTypes, longestFlagName, usualLifetimes } from '#contract/deploy/feature-flags/flag-words.ts'
import type { CallError } from '#web/api/client.ts'
import { fieldProblem, formProblem, problemsUnder } from '#web/foundation/problems.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { type FlagFields, newStrategy, typeLabels } from './flag-form.ts'
import { StrategyEditor } from './StrategyEditor.tsx'
import type { SegmentOption, UserListOption } from './shapes.ts'

interface FlagFormProps {
  readonly fields: FlagFields
  readonly onFields: (change: Partial<FlagFields>) => void
  readonly userLists: readonly UserListOption[]
  readonly segments: readonly SegmentOption[]
  readonly knownEnvironments: readonly string[]
  readonly submit: string
  readonly busy: boolean
  /** The refusal of what was sent. */
  readonly error: CallError | null
  /** The sentence for the form as a whole, where another one than the refusal's stands there. */
  readonly problem?: string | null
  readonly onSubmit: () => void
  readonly onCancel: () => void
  /** Shown above the fields. */
  readonly children?: ReactNode
  /** Shown beside the button that submits. */
  readonly notice?: ReactNode
}

/** The fields of a feature flag, with its strategies. */
export function FlagForm(props: FlagFormProps) {
  const {
    fields,
    onFields: set,
    userLists,
    segments,
    knownEnvironments,
    submit,
    busy,
    error,
    onSubmit,
    onCancel,
  } = props
  const inFields = Object.keys(error?.fields ?? {}).filter(field => /^(name|description)$|^strategies\[/.test(field))
  const { problem = formProblem(error, inFields) } = props
  return (
    <Form label="Feature flag" problem={problem} onSubmit={() => !busy && onSubmit()}>
      {props.children}
      <FormField
        label="Name"
        required
        refusal={fieldProblem(error, 'name', 'Name')}
        hint="Lowercase letters, digits, _ and -. The code asks for the flag by this name."
      >
        <TextInput
          code
          value={fields.name}
          onValue={name => set({ name })}
          maxLength={longestFlagName}
          autoComplete="off"
          spellCheck={false}
        />
      </FormField>
      <FormField label="Description" optional refusal={fieldProblem(error, 'description', 'Description')}>
        <TextInput value={fields.description} onValue={description => set({ description })} maxLength={255} />
      </FormField>
      <FormField label="Type">
        <Select
          value={fields.type}
          options={flagTypes.map(value => ({ value, label: typeLabels[value] }))}
          onValue={type => {
            const days = usualLifetimes[type]
            set({ type, permanent: days === null, ...(days !== null && { lifetimeDays: String(days) }) })
          }}
        />
      </FormField>
      <Checkbox
        label="Permanent"
        hint="A permanent flag stays in the code and is never stale."
        checked={fields.permanent}
        onValue={permanent => set({ permanent })}
      />
      {!fields.permanent && (
        <FormField label="Expected lifetime in days" hint="A flag that stays unchanged for longer is stale.">
          <TextInput
            inputMode="numeric"
            value={fields.lifetimeDays}
            onValue={lifetimeDays => set({ lifetimeDays })}
            maxLength={4}
          />
        </FormField>
      )}
      <Stack gap={4}>
        {fields.strategies.map((strategy, place) => (
          <StrategyEditor
            key={strategy.key}
            number={place + 1}
            strategy={strategy}
            problems={problemsUnder(error, `strategies[${place}].`)}
            userLists={userLists}
            segments={segments}
            knownEnvironments={knownEnvironments}
            onChange={change =>
              set({
                strategies: fields.strategies.map(each => (each.key === strategy.key ? { ...each, ...change } : each)),
              })
            }
            onRemove={() => set({ strategies: fields.strategies.filter(each => each !== strategy) })}
          />
        ))}
        <div>
          <Button icon={<PlusIcon />} onClick={() => set({ strategies: [...fields.strategies, newStrategy()] })}>
            Add strategy
          </Button>
        </div>
      </Stack>
      {props.notice}
      <FormActions submit={submit} busy={busy} onCancel={onCancel} />
    </Form>
  )
}
