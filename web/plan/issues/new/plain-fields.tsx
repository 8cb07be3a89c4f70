import {
  declarationOf,
  isOfType,
  type KindOf,
  namesIn,
  type PlainValues,
  plainAttributes,
  type ShownIn,
} from '#contract/plan/attributes/plain-attributes.ts'
import type { BoxFields } from '#web/api/unsent-texts/kept-text.ts'
import type { WeekDay } from '#web/ui/forms/dates/Calendar.tsx'
import { DatePicker } from '#web/ui/forms/dates/DatePicker.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'

/** Flags are in the main part of the form (NewIssueForm.tsx), each with its own explanation. */
export type SideName = { [Name in ShownIn<'form'>]: KindOf<Name> extends 'flag' ? never : Name }[ShownIn<'form'>]
type SideValues = Pick<PlainValues, SideName>

const names = namesIn('form').filter((name): name is SideName => plainAttributes[name].kind !== 'flag')

/** The stored values of the fields; null where nothing is stored. */
export const plainFieldsOf = (kept: BoxFields): SideValues =>
  // The unsent text stores for each name a value of its kind.
  Object.fromEntries(names.map(name => [name, kept[name] ?? blankOf(name)])) as unknown as SideValues

const blankOf = (name: SideName) => {
  const attribute = declarationOf(name)
  return attribute.kind === 'choice' ? (attribute.blank ?? null) : null
}

export const noPlainFields = plainFieldsOf({})

interface PlainFieldsProps {
  /** The type of the new issue. */
  readonly type: string
  readonly values: BoxFields
  readonly onChange: (changed: Partial<SideValues>) => void
  readonly firstDay: WeekDay
  readonly without: readonly SideName[]
}

/** A field for each plain attribute of the form that is not a flag. */
export function PlainFields({ type, values, onChange, firstDay, without }: PlainFieldsProps) {
  const all = plainFieldsOf(values)
  return names
    .filter(name => isOfType(name, type) && !without.includes(name))
    .map(name => {
      const attribute = plainAttributes[name]
      const { label } = attribute
      return (
        <FormField key={name} label={label}>
          {attribute.kind === 'day' ? (
            <DatePicker
              label={label}
              // The value of a day, by its kind.
              value={all[name] as string | null}
              onValue={day => onChange({ [name]: day })}
              firstDay={firstDay}
            />
          ) : attribute.kind === 'choice' ? (
            <Select
              // The value of a choice, by its kind.
              value={(all[name] as string | null) ?? ''}
              onValue={value => onChange({ [name]: value === '' ? null : value })}
              options={[...('blank' in attribute ? [] : [{ value: '', label: 'None' }]), ...attribute.choices]}
            />
          ) : (
            <NumberInput
              min={attribute.minimum}
              max={attribute.maximum}
              // The value of a count, by its kind.
              value={all[name] as number | null}
              onValue={count => onChange({ [name]: count })}
              placeholder="None"
            />
          )}
        </FormField>
      )
    })
}
