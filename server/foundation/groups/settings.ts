import type { updateGroup } from '#contract/foundation/groups.ts'
import type { InputOf } from '#contract/operation.ts'
import { checkedProtection } from '#server/foundation/settings/default-branch-protection.ts'
import { withoutUndefined } from '#server/platform/without-undefined.ts'

/** The settings that a caller may change on a group, besides name, path and avatar. */
export type GroupSettings = Omit<GroupChange, 'name' | 'path' | 'avatar'>

export type GroupChange = Omit<InputOf<typeof updateGroup>, 'id' | 'expected'>

/** The settings as columns of `groups`; settings that are not given are left out. */
export function groupColumns(given: GroupSettings) {
  return withoutUndefined({
    projectCreationLevel: given.projectCreationLevel,
    subgroupCreationLevel: given.subgroupCreationLevel,
    requestAccessEnabled: given.requestAccessEnabled,
    defaultBranchProtection: checkedProtection(given.defaultBranchProtection),
    contactsEnabled: given.crmEnabled,
    mentionsDisabled: given.mentionsDisabled,
    shareWithGroupLock: given.shareWithGroupLock,
    defaultBranch: given.defaultBranch === '' ? null : given.defaultBranch,
  })
}
