import type { ReplyOf } from '#contract/operation.ts'

type ProtectedBranch = ReplyOf<typeof import('#contract/code/protected-refs.ts').protectBranch>
type Access = ProtectedBranch['pushAccessLevels'][number]

/** The roles that a rule can name, in the order in which a page offers them. */
export const accessOptions = [
  { value: '40', label: 'Maintainers' },
  { value: '30', label: 'Developers and maintainers' },
  { value: '60', label: 'Administrators' },
  { value: '0', label: 'No one' },
] as const
export type AccessValue = (typeof accessOptions)[number]['value']

/** The role that a rule names; `No one` where it names users alone. */
export function roleOf(access: readonly Access[]): AccessValue {
  const level = String(access.find(each => each.accessLevel !== null)?.accessLevel ?? 0)
  return accessOptions.find(({ value }) => value === level)?.value ?? '0'
}

/** The users and roles with access, in words: `Maintainers, Ann`. */
export function allowedWords(access: readonly Access[]): string {
  const words = access.flatMap(({ accessLevel, accessLevelDescription }) =>
    accessLevel === null
      ? [accessLevelDescription]
      : accessLevel === 0
        ? []
        : [accessOptions.find(({ value }) => value === String(accessLevel))?.label ?? ''],
  )
  return words.length === 0 ? 'No one' : words.join(', ')
}
