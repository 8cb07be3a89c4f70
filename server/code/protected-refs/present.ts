import { sql } from 'kysely'
import type { Static } from 'typebox'
import {
  type ProtectedBranch,
  type ProtectedTag,
  type RefAccess,
  refAccessLevels,
} from '#contract/code/protected-refs.ts'
import type { Context } from '#server/context.ts'
import type { RefAction, RefRule } from './rights.ts'

/** Rules as the API shows them. Users are named in one statement. @source rest.md 10 */
export async function presentRules<Shape>(
  ctx: Context,
  rules: readonly RefRule[],
  present: (rule: RefRule, access: (action: RefAction) => RefAccess[]) => Shape,
): Promise<readonly Shape[]> {
  const userIds = rules.flatMap(rule => rule.access.flatMap(({ userId }) => userId ?? []))
  const names = new Map<number, string>()
  if (userIds.length > 0) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from users where id = any (${userIds}::bigint[])`.execute(ctx.db)
    for (const { id, name } of rows) names.set(id, name)
  }
  return rules.map(rule =>
    present(rule, action =>
      rule.access
        .filter(grant => grant.action === action)
        .map(({ id, accessLevel, userId }) => ({
          id,
          accessLevel,
          accessLevelDescription: userId === null ? levelWords(accessLevel) : (names.get(userId) ?? ''),
          userId,
          groupId: null,
          deployKeyId: null,
        })),
    ),
  )
}

// The column's check knows the levels of the contract.
const levelWords = (level: number | null): string => refAccessLevels[level as keyof typeof refAccessLevels] ?? ''

export const presentProtectedBranch = (
  { id, name, allowForcePush }: RefRule,
  access: (action: RefAction) => RefAccess[],
): Static<typeof ProtectedBranch> => ({
  id,
  name,
  pushAccessLevels: access('push'),
  mergeAccessLevels: access('merge'),
  unprotectAccessLevels: access('unprotect'),
  allowForcePush,
  codeOwnerApprovalRequired: false,
  inherited: false,
})

export const presentProtectedTag = (
  { name }: RefRule,
  access: (action: RefAction) => RefAccess[],
): Static<typeof ProtectedTag> => ({ name, createAccessLevels: access('create') })
