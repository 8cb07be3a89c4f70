import { levels } from '#server/access/levels.ts'
import { Invalid } from '#server/errors.ts'

/** The rights that a default branch protection level gives on the default branch of a new project. */
export interface DefaultProtection {
  readonly pushLevel: number
  readonly mergeLevel: number
  readonly allowForcePush: boolean
}

const { developer, maintainer } = levels

/**
 * The protections by level: not protected; developers push, but not by force; maintainers only; developers merge only.
 */
export const protections: readonly DefaultProtection[] = [
  { pushLevel: developer, mergeLevel: developer, allowForcePush: true },
  { pushLevel: developer, mergeLevel: developer, allowForcePush: false },
  { pushLevel: maintainer, mergeLevel: maintainer, allowForcePush: false },
  { pushLevel: maintainer, mergeLevel: developer, allowForcePush: false },
]

/** The level of a site that has not chosen one: only maintainers push to the default branch. */
export const usualProtection = 2

/** @throws Invalid  an unsupported level */
export function checkedProtection(level: number | undefined): number | undefined {
  if (level === undefined || protections[level] !== undefined) return level
  throw new Invalid({ defaultBranchProtection: ['must be a number from 0 to 3'] })
}

/** `default_branch_protection_defaults` of a level. @source rest.md 2.2 */
export const protectionDefaultsOf = (level: number) => {
  const { pushLevel, mergeLevel, allowForcePush } = protections[level] ?? protections[usualProtection] ?? never()
  return {
    allowed_to_push: [{ access_level: pushLevel }],
    allow_force_push: allowForcePush,
    allowed_to_merge: [{ access_level: mergeLevel }],
    developer_can_initial_push: pushLevel <= developer,
  }
}

const never = (): never => {
  throw new Error('the usual protection is one of the levels')
}
