import { addDeployKey } from '#contract/foundation/deploy-keys.ts'
import { createGroupDeployToken, createProjectDeployToken } from '#contract/foundation/deploy-tokens.ts'
import { createGpgKeyFor, createSshKeyFor } from '#contract/foundation/keys.ts'
import { createGroupAccessToken, createProjectAccessToken } from '#contract/foundation/place-tokens.ts'
import { createImpersonationToken, createTokenFor } from '#contract/foundation/tokens.ts'
import { addEmailFor } from '#contract/foundation/user-emails.ts'
import { updateUser } from '#contract/foundation/users.ts'
import { gpgKey, otherGpgKeys, sshFingerprints, sshKeys } from '../public-keys.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

/** People of each state, one with a profile, and email addresses, tokens and keys of people, projects and groups. */
export async function furnishAccounts(built: CodeWorld, forkId: number) {
  const { as, build, users } = built
  const root = as('root')
  const blocked = await build.user({ state: 'blocked' })
  const banned = await build.user({ state: 'banned' })
  const waiting = await build.user({ state: 'blocked_pending_approval' })
  await root.call(updateUser, {
    id: users.rita.id,
    bio: 'Weaves',
    location: 'Lyon',
    jobTitle: 'Weaver',
    pronouns: 'she',
    websiteUrl: 'https://rita.test',
    provider: 'ldapmain',
    externUid: 'uid=rita',
  })
  const ownEmail = await root.call(addEmailFor, { id: users.root.id, email: 'root@loom.test' })
  const herEmail = await root.call(addEmailFor, { id: users.rita.id, email: 'rita@loom.test' })
  const tokens = await furnishTokens(built)
  const keys = await furnishKeys(built, forkId)

  const fit: FurnishedArea['fit'] = (place, wanted) => {
    const { name, path } = wanted
    place.userId = path.endsWith('/members') ? users.nina.id : path.startsWith('/groups') ? users.gus.id : users.rita.id
    if (path.startsWith('/users/:id')) place.id = users.rita.id
    place.emailId = (path.startsWith('/users/') ? herEmail : ownEmail).id
    if (/^addEmail/.test(name)) place.email = 'new@loom.test'
    if (/UpdateUser|createUser$|register/.test(name))
      Object.assign(place, { email: 'new@weft.test', username: 'brand-new', name: 'Brand New' })
    if (name === 'userActivity') place.id = users.rita.id
    if (name === 'unblockUser') place.id = blocked.id
    if (name === 'unbanUser') place.id = banned.id
    if (name === 'approveUser' || name === 'rejectUser') place.id = waiting.id
    tokens.fit(place, wanted)
    keys.fit(place, wanted)
  }
  const everywhere = {
    email: 'rita@weft.test',
    accessLevel: 30,
    username: 'nina',
    scopes: ['api'],
    fingerprint: sshFingerprints.rsa,
    login: 'rita',
    password: 'a long enough word',
    provider: 'ldapmain',
  }
  return { token: tokens.token, bots: tokens.bots, everywhere, fit }
}

async function furnishTokens({ as, group, project, users }: CodeWorld) {
  const root = as('root')
  const token = await root.call(createTokenFor, { userId: users.root.id, name: 'mine', scopes: ['api', 'sudo'] })
  const impersonation = await root.call(createImpersonationToken, {
    userId: users.rita.id,
    name: 'hers',
    scopes: ['api'],
  })
  const deployToken = { name: 'machine', scopes: ['read_repository'] }
  const projectDeployToken = await root.call(createProjectDeployToken, { ...deployToken, id: project.id })
  const groupDeployToken = await root.call(createGroupDeployToken, { ...deployToken, id: group.id })

  const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const bot = { name: 'bot', scopes: ['api' as const], accessLevel: 30, expiresAt }
  const projectToken = await root.call(createProjectAccessToken, { ...bot, id: project.id })
  const groupToken = await root.call(createGroupAccessToken, { ...bot, id: group.id })

  const fit: FurnishedArea['fit'] = (place, { path, isGroup }) => {
    if (path.startsWith('/personal_access_tokens')) place.id = token.id
    if (path.includes('/impersonation_tokens')) place.id = impersonation.id
    if (path.includes('/access_tokens')) {
      place.tokenId = (isGroup ? groupToken : projectToken).id
      Object.assign(place, { expiresAt, accessLevel: 30 })
    }
    if (path.includes('/deploy_tokens')) {
      place.tokenId = (isGroup ? groupDeployToken : projectDeployToken).id
      Object.assign(place, { scopes: deployToken.scopes, username: undefined })
    }
  }
  /** Operations that work with a token of a project or group only, and the bot whose it is. */
  const bots: Readonly<Record<string, { readonly userId: number; readonly tokenId: number }>> = {
    rotateUsedProjectAccessToken: { userId: projectToken.userId, tokenId: projectToken.id },
    rotateUsedGroupAccessToken: { userId: groupToken.userId, tokenId: groupToken.id },
  }
  return { token, bots, fit }
}

async function furnishKeys({ as, db, project, users }: CodeWorld, forkId: number) {
  const root = as('root')
  const newKey = { title: 'Laptop', key: sshKeys.ed25519 }
  const ownSshKey = await root.call(createSshKeyFor, { ...newKey, userId: users.root.id })
  const sshKey = await root.call(createSshKeyFor, { ...newKey, key: sshKeys.rsa, userId: users.rita.id })
  const herGpgKey = await root.call(createGpgKeyFor, { key: gpgKey, userId: users.rita.id })
  const ownGpgKey = await root.call(createGpgKeyFor, { key: otherGpgKeys[0], userId: users.root.id })
  const deployKey = await root.call(addDeployKey, { id: project.id, title: 'Machine', key: sshKeys.ecdsa521 })
  const sharedDeployKey = await db
    .insertInto('deployKeys')
    .values({
      title: 'Shared',
      key: 'ssh-ed25519 AAAA',
      type: 'ssh-ed25519',
      bits: 256,
      fingerprint: 'x',
      fingerprintMd5: 'x',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('deployKeysProjects').values({ deployKeyId: sharedDeployKey.id, namespaceId: forkId }).execute()

  const fit: FurnishedArea['fit'] = (place, { name, path }) => {
    const [isOwn, isGpg] = [path.startsWith('/user/') || path.startsWith('/keys'), path.includes('gpg_keys')]
    place.keyId = (isGpg ? (isOwn ? ownGpgKey : herGpgKey) : isOwn ? ownSshKey : sshKey).id
    if (path.includes('/deploy_keys')) place.keyId = name === 'enableDeployKey' ? sharedDeployKey.id : deployKey.id
    if (name === 'addDeployKey') place.key = sshKeys.ecdsa
    if (/create(Ssh|Gpg)Key/.test(name)) place.key = isGpg ? otherGpgKeys[1] : sshKeys.ecdsa
  }
  return { fit }
}
