import type { ProtectedEnvironment } from '#contract/deploy/environments/protected-environments.ts'
import { type AccessRow, describeAccess, type ProtectionRow } from './rules.ts'

/** @source rest.md 15.6 */
export function presentProtection({ name, requiredApprovals, access }: ProtectionRow): ProtectedEnvironment {
  return {
    name,
    deployAccessLevels: access.filter(({ action }) => action === 'deploy').map(presentAccess),
    requiredApprovalCount: requiredApprovals,
    approvalRules: access
      .filter(({ action }) => action === 'approve')
      .map(each => ({ ...presentAccess(each), requiredApprovals: each.requiredApprovals ?? 1 })),
  }
}

const presentAccess = (access: AccessRow) => ({
  id: access.id,
  accessLevel: access.accessLevel,
  accessLevelDescription: describeAccess(access),
  userId: access.userId,
  groupId: access.groupId,
  groupInheritanceType: access.inherits ? 1 : 0,
})
