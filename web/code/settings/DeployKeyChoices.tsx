import type { ReplyOf } from '#contract/operation.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import type { DeployKey } from '../shapes.ts'

type Access = ReplyOf<typeof import('#contract/code/protected-refs.ts').protectBranch>['pushAccessLevels'][number]

interface DeployKeyChoicesProps {
  /** The keys of the project. */
  readonly all: readonly DeployKey[]
  readonly legend: string
  readonly value: readonly number[]
  readonly onValue: (keyIds: readonly number[]) => void
}

/** The deploy keys with write access, for a rule to name some of them. Nothing where there are none. */
export function DeployKeyChoices({ all, legend, value, onValue }: DeployKeyChoicesProps) {
  // A key that can only read now stays in the rule until it is unticked.
  const shown = all.filter(key => (key.canPush && key.creator !== null) || value.includes(key.id))
  if (shown.length === 0) return null
  return (
    <ChoiceGroup legend={legend}>
      {shown.map(key => (
        <Checkbox
          key={key.id}
          label={key.title}
          checked={value.includes(key.id)}
          onValue={isNamed => onValue(isNamed ? [...value, key.id] : value.filter(each => each !== key.id))}
        />
      ))}
    </ChoiceGroup>
  )
}

export const keysOf = (access: readonly Access[]): readonly number[] =>
  access.flatMap(({ deployKeyId }) => deployKeyId ?? [])

/** The grants that change a rule to name other keys. @param access  of the rule; none for a new one */
export const grantsOf = (access: readonly Access[], wanted: readonly number[]) => [
  ...access.flatMap(({ id, deployKeyId }) =>
    deployKeyId === null || wanted.includes(deployKeyId) ? [] : [{ id, Destroy: true }],
  ),
  ...wanted.filter(each => !keysOf(access).includes(each)).map(deployKeyId => ({ deployKeyId })),
]
