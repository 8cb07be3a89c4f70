import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { events } from './notification-levels.ts'
import type { ChoiceChange } from './save-choice.ts'

interface EventChoicesProps {
  readonly chosen: Readonly<Record<string, boolean>>
  readonly onChange: (change: ChoiceChange) => void
}

/** The events that the level `custom` adds; each choice takes effect at once. */
export function EventChoices({ chosen, onChange }: EventChoicesProps) {
  return (
    <ChoiceGroup legend="Also notify me about" hint="In addition to items you participate in.">
      {events.map(({ name, label }) => (
        <Checkbox
          key={name}
          label={label}
          checked={chosen[name] ?? false}
          onChange={({ currentTarget: { checked: isOn } }) =>
            onChange({ level: 'custom', event: { name, isOn, chosen: { ...chosen, [name]: isOn } } })
          }
        />
      ))}
    </ChoiceGroup>
  )
}
