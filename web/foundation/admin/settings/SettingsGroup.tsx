import type { CallError } from '#web/api/client.ts'
import { getApplicationSettings, getViewer, updateApplicationSettings } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormActions, Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { chosenFrom, DraftOverlaps, type FieldLabels } from '../../OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '../../problems.ts'
import type { SettingField, SettingGroup, SettingValues, SiteSettings } from './fields.ts'

interface SettingsGroupProps {
  readonly group: SettingGroup
  readonly settings: SiteSettings
}

/** A card of settings that are saved together, apart from those of the other cards. */
export function SettingsGroup({ group, settings }: SettingsGroupProps) {
  const { title, description, fields } = group
  const draft = useDraft<SettingValues>(Object.fromEntries(fields.map(({ name }) => [name, settings[name]])))
  const save = useOperation(updateApplicationSettings, {
    refreshes: [getApplicationSettings, getViewer],
    onSuccess: (_, sent) => {
      draft.saved(sent)
      showToast('Settings saved')
    },
  })
  const { error } = save
  const own = (field: SettingField) => ({
    field,
    value: draft.values[field.name],
    error,
    onValue: (value: unknown) => draft.set({ [field.name]: value }),
  })
  const problem = saveProblem(
    error,
    draft.overlaps,
    fields.map(({ name }) => name),
  )
  return (
    <Card title={title} description={description}>
      <Form
        label={title}
        problem={problem}
        onSubmit={() =>
          !save.isPending &&
          draft.isChanged &&
          // Each value comes from the control of its own kind; the server checks them all.
          save.mutate({ ...draft.changes, expected: draft.expected } as Parameters<typeof save.mutate>[0])
        }
      >
        <DraftOverlaps draft={draft} labels={labelsOf(fields)} save={save} />
        {rowsOf(fields).map(row =>
          row.length === 1 && row[0] !== undefined ? (
            <SettingControl key={row[0].name} {...own(row[0])} />
          ) : row[0]?.kind === 'flag' ? (
            <div key={row[0].name}>
              {row.map(field => (
                <SettingControl key={field.name} {...own(field)} />
              ))}
            </div>
          ) : (
            <Pair key={row[0]?.name}>
              {row.map(field => (
                <SettingControl key={field.name} {...own(field)} />
              ))}
            </Pair>
          ),
        )}
        <FormActions submit={group.submit} disabled={!draft.isChanged} busy={save.isPending} />
      </Form>
    </Card>
  )
}

/** Neighbouring boxes stand together, and neighbouring short fields side by side. */
function rowsOf(fields: readonly SettingField[]): readonly (readonly SettingField[])[] {
  const rows: SettingField[][] = []
  for (const field of fields) {
    const last = rows.at(-1)
    if (last?.[0] !== undefined && shapeOf(last[0]) !== 'wide' && shapeOf(last[0]) === shapeOf(field)) last.push(field)
    else rows.push([field])
  }
  return rows
}

const shapeOf = ({ kind }: SettingField): 'flag' | 'short' | 'wide' =>
  kind === 'flag' ? 'flag' : kind === 'number' || kind === 'choice' || kind === 'text' ? 'short' : 'wide'

const labelsOf = (fields: readonly SettingField[]): FieldLabels<SettingValues> =>
  Object.fromEntries(
    fields.map(field => [
      field.name,
      field.kind === 'choice' ? chosenFrom<unknown>(field.label, field.options) : field.label,
    ]),
  ) as FieldLabels<SettingValues>

interface SettingControlProps {
  readonly field: SettingField
  readonly value: unknown
  readonly error: CallError | null
  readonly onValue: (value: unknown) => void
}

function SettingControl({ field, value, error, onValue }: SettingControlProps) {
  const { label, hint } = field
  const said = fieldProblem(error, field.name, label)
  const words = Array.isArray(value) ? value.map(String) : []
  if (field.kind === 'flag')
    return (
      <Checkbox
        label={label}
        hint={said === null ? hint : <strong role="alert">{said}</strong>}
        checked={value === true}
        onValue={onValue}
      />
    )
  if (field.kind === 'words')
    return (
      <ChoiceGroup legend={label} hint={hint} error={said}>
        {field.options.map(option => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={words.includes(option.value)}
            onValue={isOn =>
              onValue(
                field.options.flatMap(each =>
                  (each.value === option.value ? isOn : words.includes(each.value)) ? [each.value] : [],
                ),
              )
            }
          />
        ))}
      </ChoiceGroup>
    )
  return (
    <FormField label={label} hint={hint} refusal={said}>
      <Control field={field} value={value} onValue={onValue} />
    </FormField>
  )
}

interface ControlProps {
  readonly field: Exclude<SettingField, { readonly kind: 'flag' | 'words' }>
  readonly value: unknown
  readonly onValue: (value: unknown) => void
}

function Control({ field, value, onValue }: ControlProps) {
  switch (field.kind) {
    case 'number':
      return (
        <NumberInput
          min={field.min}
          max={field.max}
          value={typeof value === 'number' ? value : null}
          onValue={number => number !== null && onValue(number)}
        />
      )
    case 'choice': {
      const options = field.options.map(option => ({ ...option, value: String(option.value) }))
      return (
        <Select
          options={options}
          value={String(value)}
          onValue={chosen => onValue(field.options.find(option => String(option.value) === chosen)?.value)}
        />
      )
    }
    case 'lines':
      return (
        <TextArea
          code
          rows={3}
          placeholder={field.placeholder}
          value={Array.isArray(value) ? value.join('\n') : ''}
          onValue={text => onValue(text === '' ? [] : text.split('\n'))}
        />
      )
    case 'long':
      return <TextArea rows={6} value={textOf(value)} onValue={text => onValue(text === '' ? null : text)} />
    case 'text':
      return (
        <TextInput
          code={field.code ?? false}
          placeholder={field.placeholder}
          value={textOf(value)}
          onValue={text => onValue(text === '' && field.isNullable ? null : text)}
        />
      )
    default:
      return field satisfies never
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
