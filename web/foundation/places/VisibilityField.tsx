import type { Visibility } from '#contract/shapes.ts'
import { useViewer } from '#web/api/viewer.ts'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { Radio } from '#web/ui/forms/Radio.tsx'
import { visibilityMeaning, visibilityWord } from './visibility.tsx'

interface Neighbour {
  readonly name: string
  readonly visibility: Visibility
}

interface VisibilityFieldProps {
  readonly of: 'project' | 'group'
  readonly value: Visibility
  /** The group above, which cannot be seen by fewer people. */
  readonly parent: Neighbour | null
  /** The most visible group or project in it, which cannot be seen by more. */
  readonly content?: Neighbour | null
  readonly error?: string | null
  readonly onValue: (visibility: Visibility) => void
}

export function VisibilityField({ of, value, parent, content = null, error = null, onValue }: VisibilityFieldProps) {
  const { restrictedVisibilityLevels: restricted } = useViewer()
  return (
    <ChoiceGroup legend="Visibility" error={error}>
      {(['private', 'internal', 'public'] as const).map(visibility => {
        const obstacle =
          parent !== null && !isWithin(visibility, parent.visibility)
            ? `Not available: ${parent.name} is ${parent.visibility}.`
            : content !== null && !isWithin(content.visibility, visibility)
              ? `Not available: ${content.name} in this group is ${content.visibility}.`
              : restricted.includes(visibility) && visibility !== value
                ? 'Not available: administrators have restricted this level.'
                : null
        return (
          <Radio
            key={visibility}
            name="visibility"
            label={visibilityWord(visibility)}
            hint={obstacle ?? visibilityMeaning[of][visibility]}
            disabled={obstacle !== null}
            checked={value === visibility}
            onChange={() => onValue(visibility)}
          />
        )
      })}
    </ChoiceGroup>
  )
}

/** The wanted visibility, or the nearest narrower one within a bound that the viewer may choose, or else a wider one. */
export function allowedVisibility(
  wanted: Visibility,
  bound: Visibility,
  restricted: readonly Visibility[],
): Visibility {
  const possible = (['public', 'internal', 'private'] as const).filter(
    each => isWithin(each, bound) && !restricted.includes(each),
  )
  return possible.find(each => isWithin(each, wanted)) ?? possible.at(-1) ?? (isWithin(wanted, bound) ? wanted : bound)
}

const rank: Readonly<Record<Visibility, number>> = { private: 0, internal: 1, public: 2 }

/** Whether something of a visibility may be in a parent of another one. */
export const isWithin = (visibility: Visibility, parent: Visibility): boolean => rank[visibility] <= rank[parent]
