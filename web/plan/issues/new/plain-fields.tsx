import { namesIn, type PlainValues, plainAttributes, type ShownIn } from '#contract/plan/plain-attributes.ts'
import type { BoxFields } from '#web/api/kept-text.ts'
import type { WeekDay } from '#web/ui/forms/Calendar.tsx'
import { DatePicker } from '#web/ui/forms/DatePicker.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'

/** What is a flag stands in the form's main part, with a sentence of its own. */
type SideName = Exclude<ShownIn<'form'>, 'confidential'>
type SideValues = Pick<PlainValues, SideName>

const names = namesIn('form').filter((name): name is SideName => plainAttributes[name].kind !== 'flag')

/** The plain attributes of the form's side as they are kept, none where nothing is. */
export const plainFieldsOf = (kept: BoxFields): SideValues =>
  // Each name has its own value.
  Object.fromEntries(names.map(name => [name, kept[name] ?? null])) as unknown as SideValues

export const noPlainFields = plainFieldsOf({})

interface PlainFieldsProps {
  readonly values: BoxFields
  readonly onChange: (changed: Partial<SideValues>) => void
  readonly firstDay: WeekDay
}

/** A field for each of them. */
export function PlainFields({ values, onChange, firstDay }: PlainFieldsProps) {
  const all = plainFieldsOf(values)
  return names.map(name => {
    const attribute = plainAttributes[name]
    const { label } = attribute
    return (
      <FormField key={name} label={label}>
        {attribute.kind === 'day' ? (
          <DatePicker
            label={label}
            // A day's value is a day.
            value={all[name] as string | null}
            onValue={day => onChange({ [name]: day })}
            firstDay={firstDay}
          />
        ) : (
          <NumberInput
            min={attribute.minimum}
            max={attribute.maximum}
            // A count's value is a count.
            value={all[name] as number | null}
            onValue={count => onChange({ [name]: count })}
            placeholder="None"
          />
        )}
      </FormField>
    )
  })
}
