import {
  type ChoiceName,
  declarationOf,
  isAlwaysSet,
  type PlainChoice,
} from '#contract/plan/attributes/plain-attributes.ts'
import { Dot } from '#web/plan/facts/ChoiceDot.tsx'
import { messages } from '#web/plan/messages.ts'
import { unknownId } from '#web/ui/forms/lists/choice-list.ts'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'

interface ChoicePickerProps {
  readonly name: ChoiceName
  /** Undefined: nothing is chosen so far. */
  readonly current: string | null | undefined
  readonly onPick: (value: string | null) => void
  readonly onClose: () => void
}

const isListed = ({ isUnlisted = false }: PlainChoice) => !isUnlisted

/** The choices of a plain attribute. @source HEALTH-002, SEVERITY-001 */
export function ChoicePicker({ name, current, onPick, onClose }: ChoicePickerProps) {
  const attribute = declarationOf(name)
  if (attribute.kind !== 'choice') return null
  const { label, choices, blank } = attribute
  const isGravestFirst = blank !== undefined
  return (
    <Picker
      label={label}
      // Choices that are sorted gravest first are listed in that order too.
      options={(isGravestFirst ? choices.toReversed() : choices).filter(isListed).map(({ value, label, tone }) => ({
        id: value,
        text: label,
        leading: <Dot tone={tone} />,
      }))}
      selected={current === undefined ? [unknownId] : current === null ? [] : [current]}
      onChange={([id]) => onPick(id ?? null)}
      {...(!isAlwaysSet(name) && { none: 'None' })}
      empty={messages.noMatches}
      placeholder={`Search ${label.toLowerCase()}`}
      onClose={onClose}
    />
  )
}
