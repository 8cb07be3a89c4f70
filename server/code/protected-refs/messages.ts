import type { RefKind } from '#contract/code/ref-kinds.ts'

export const messages = {
  noPush: (branch: string) => `You are not allowed to push to the protected branch ${branch}`,
  noBranch: (branch: string) => `You are not allowed to create the protected branch ${branch}`,
  noForce: (branch: string) => `Force pushes to the protected branch ${branch} are not allowed. Pull, then push again`,
  noForces: 'Force pushes to a protected branch are not allowed. Pull, then push again',
  noTag: (tag: string) => `You are not allowed to create the protected tag ${tag}`,
  tagStays: (tag: string) => `The protected tag ${tag} cannot be changed`,
  noDelete: (kind: RefKind, name: string) => `Only maintainers can delete the protected ${kind} ${name}`,
  deleteElsewhere: (kind: RefKind, name: string) =>
    `The protected ${kind} ${name} can be deleted only in the web interface or through the API.`,
  noUnprotect: (name: string) => `You are not allowed to change the protection of ${name}`,
  taken: (name: string) => `Protected ${name} already exists`,
  noUser: 'is not a member who can push to this project',
  noLevel: (known: readonly number[]) => `must be one of ${known.join(', ')}`,
  noKey: 'is not a deploy key with write access to this project',
  noGrant: 'needs an access_level, a user_id or a deploy_key_id',
  noKeyHere: 'cannot include a deploy key',
  noSuchGrant: (id: number) => `has no entry ${id}`,
  tooMany: (most: number) => `A project can have at most ${most} rules. Use wildcards`,
} as const
