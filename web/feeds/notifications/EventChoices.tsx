import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { events } from './levels.ts'

export type EventChange = { readonly [Input in (typeof events)[number]['input']]?: boolean }

interface EventChoicesProps {
  readonly chosen: Readonly<Record<string, boolean>>
  readonly onChange: (change: EventChange) => void
}

/** The events that the level `custom` adds; each choice takes effect at once. */
export function EventChoices({ chosen, onChange }: EventChoicesProps) {
  return (
    <ChoiceGroup legend="Also tell me of" hint="Besides what you take part in.">
      {events.map(({ name, input, label }) => (
        <Checkbox
          key={name}
          label={label}
          checked={chosen[name] ?? false}
          onChange={event => onChange({ [input]: event.currentTarget.checked })}
        />
      ))}
    </ChoiceGroup>
  )
}
