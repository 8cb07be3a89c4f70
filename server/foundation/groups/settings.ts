import type { Visibility } from '#contract/shapes.ts'
import { checkedProtection } from '#server/foundation/namespaces/branch-protection.ts'
import { withoutUndefined } from '#server/platform/without-undefined.ts'

/** What a caller may set on a group, besides name, path and avatar. */
export interface GroupSettings {
  readonly description?: string | null
  readonly visibility?: Visibility
  readonly projectCreationLevel?: string
  readonly subgroupCreationLevel?: string
  readonly requestAccessEnabled?: boolean
  readonly defaultBranchProtection?: number
  readonly emailsEnabled?: boolean
  readonly emailsDisabled?: boolean
  readonly mentionsDisabled?: boolean
  readonly shareWithGroupLock?: boolean
  readonly defaultBranch?: string | null
}

/** The settings as columns of `groups`; what was not given is left out. */
export function groupColumns(given: GroupSettings) {
  return withoutUndefined({
    projectCreationLevel: given.projectCreationLevel,
    subgroupCreationLevel: given.subgroupCreationLevel,
    requestAccessEnabled: given.requestAccessEnabled,
    defaultBranchProtection: checkedProtection(given.defaultBranchProtection),
    mentionsDisabled: given.mentionsDisabled,
    shareWithGroupLock: given.shareWithGroupLock,
    defaultBranch: given.defaultBranch === '' ? null : given.defaultBranch,
  })
}
