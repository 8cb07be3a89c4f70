import { sql } from 'kysely'
import type { Static } from 'typebox'
import {
  type ProtectedBranch,
  type ProtectedTag,
  type RefAccess,
  refAccessLevels,
} from '#contract/code/protected-refs.ts'
import type { RefKind } from '#contract/code/ref-kinds.ts'
import type { Context } from '#server/context.ts'
import { refRulesOf } from './guard.ts'
import type { RefAction, RefRule } from './rights.ts'

/** Rules as the API shows them. Users and deploy keys are named in one statement. @source rest.md 10 */
export async function presentRules<Rule extends RefRule, Shape>(
  ctx: Context,
  rules: readonly Rule[],
  present: (rule: Rule, access: (action: RefAction) => RefAccess[]) => Shape,
): Promise<readonly Shape[]> {
  const all = rules.flatMap(rule => rule.access)
  const userIds = all.flatMap(({ userId }) => userId ?? [])
  const keyIds = all.flatMap(({ deployKeyId }) => deployKeyId ?? [])
  const names = new Map<string, string>()
  if (userIds.length + keyIds.length > 0) {
    const { rows } = await sql<{ key: string; name: string }>`
      select 'user ' || id as key, name from users where id = any (${userIds}::bigint[])
      union all select 'key ' || id, title from deploy_keys where id = any (${keyIds}::bigint[])`.execute(ctx.db)
    for (const { key, name } of rows) names.set(key, name)
  }
  return rules.map(rule =>
    present(rule, action =>
      rule.access
        .filter(grant => grant.action === action)
        .map(({ id, accessLevel, userId, deployKeyId }) => ({
          id,
          accessLevel,
          accessLevelDescription:
            accessLevel === null
              ? (names.get(userId === null ? `key ${deployKeyId}` : `user ${userId}`) ?? '')
              : levelWords(accessLevel),
          userId,
          groupId: null,
          deployKeyId,
        })),
    ),
  )
}

// The column's check knows the levels of the contract.
const levelWords = (level: number | null): string => refAccessLevels[level as keyof typeof refAccessLevels] ?? ''

/** All rules of a project: `maxRefRules` bounds them. */
export async function presentAllRules(ctx: Context, projectId: number) {
  const rules = await refRulesOf(ctx, projectId)
  const ofKind = (kind: RefKind) => rules.filter(rule => rule.kind === kind)
  return {
    protectedBranches: await presentRules(ctx, ofKind('branch'), presentProtectedBranch),
    protectedTags: await presentRules(ctx, ofKind('tag'), presentProtectedTag),
  }
}

export const presentProtectedBranch = (
  { id, name, allowForcePush, codeOwnerApprovalRequired }: RefRule,
  access: (action: RefAction) => RefAccess[],
): Static<typeof ProtectedBranch> => ({
  id,
  name,
  pushAccessLevels: access('push'),
  mergeAccessLevels: access('merge'),
  unprotectAccessLevels: access('unprotect'),
  allowForcePush,
  codeOwnerApprovalRequired,
  inherited: false,
})

export const presentProtectedTag = (
  { name }: RefRule,
  access: (action: RefAction) => RefAccess[],
): Static<typeof ProtectedTag> => ({ name, createAccessLevels: access('create') })
