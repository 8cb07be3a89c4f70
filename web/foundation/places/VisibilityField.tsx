import type { Visibility } from '#contract/shapes.ts'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { Radio } from '#web/ui/forms/Radio.tsx'
import { visibilityMeaning, visibilityWord } from './visibility.tsx'

interface VisibilityFieldProps {
  readonly of: 'project' | 'group'
  readonly value: Visibility
  /** What stands above and cannot be seen by fewer people. */
  readonly parent: { readonly name: string; readonly visibility: Visibility } | null
  readonly error?: string | null
  readonly onValue: (visibility: Visibility) => void
}

export function VisibilityField({ of, value, parent, error = null, onValue }: VisibilityFieldProps) {
  return (
    <ChoiceGroup legend="Visibility" error={error}>
      {(['private', 'internal', 'public'] as const).map(visibility => {
        const isTooWide = parent !== null && !isWithin(visibility, parent.visibility)
        return (
          <Radio
            key={visibility}
            name="visibility"
            label={visibilityWord(visibility)}
            hint={
              isTooWide
                ? `Not possible in ${parent.name}, which is ${parent.visibility}.`
                : visibilityMeaning[of][visibility]
            }
            disabled={isTooWide}
            checked={value === visibility}
            onChange={() => onValue(visibility)}
          />
        )
      })}
    </ChoiceGroup>
  )
}

const rank: Readonly<Record<Visibility, number>> = { private: 0, internal: 1, public: 2 }

/** Whether what is so visible may stand in a parent that is so visible. */
export const isWithin = (visibility: Visibility, parent: Visibility): boolean => rank[visibility] <= rank[parent]
