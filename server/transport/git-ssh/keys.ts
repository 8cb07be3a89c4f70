import type { AuthContext } from 'ssh2'
import {
  identifyDeployKey,
  noteDeployKeyUse,
  type UsableDeployKey,
  usableDeployKeys,
} from '#server/foundation/deploy-keys/identify.ts'
import { identifySshKey, noteUse, stillUsable, type UsableSshKey } from '#server/foundation/keys/identify.ts'
import { readSshKey } from '#server/platform/keys/ssh-key.ts'
import { BadKey } from '#server/platform/keys/unusable-key.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** A key of a user's account, or a deploy key of projects. */
export type SignedIn = UsableSshKey | UsableDeployKey

/**
 * The reason why a key that was added long ago no longer grants access; the protocol has no words for it before the
 * client has signed in.
 */
export function problemOf({ key }: SignedIn): string | null {
  try {
    readSshKey(key)
    return null
  } catch (error) {
    if (!(error instanceof BadKey)) throw error
    return `This SSH key can no longer be used: the key ${error.message}. Create one with "ssh-keygen -t ed25519" and add it instead`
  }
}

export const isDeployKey = (key: SignedIn): key is UsableDeployKey => 'deployKeyId' in key

/**
 * Answer one attempt of a client to sign in.
 *
 * @returns the key whose signature the client has shown; null when there is more to do
 */
export async function signIn(
  db: Db,
  { utils }: typeof import('ssh2')['default'],
  context: AuthContext,
): Promise<SignedIn | null> {
  const refuse = () => {
    context.reject(['publickey'])
    return null
  }
  if (context.method !== 'publickey' || context.username !== 'git' || context.key === undefined) return refuse()
  const found = (await identifySshKey(db, context.key.data)) ?? (await identifyDeployKey(db, context.key.data))
  const parsed = found === null ? null : utils.parseKey(found.key)
  if (found === null || parsed === null || parsed instanceof Error) return refuse()
  if (context.signature === undefined || context.blob === undefined) {
    // The client asks whether to sign with this key.
    context.accept()
    return null
  }
  if (parsed.verify(context.blob, context.signature, context.hashAlgo) !== true) return refuse()
  context.accept()
  if (isDeployKey(found)) noteDeployKeyUse(db, found.deployKeyId)
  else noteUse(db, found.keyId)
  return found
}

/** @returns whether each key still opens something, by statements that read all of them at once */
export async function usableOf(db: Db, keys: readonly SignedIn[]): Promise<(key: SignedIn) => boolean> {
  const deployIds = keys.filter(isDeployKey).map(key => key.deployKeyId)
  const ids = keys.flatMap(key => (isDeployKey(key) ? [] : [key.keyId]))
  const usable = ids.length === 0 ? new Map() : await stillUsable(db, ids)
  const usableToDeploy = deployIds.length === 0 ? new Set() : await usableDeployKeys(db, deployIds)
  return key => (isDeployKey(key) ? usableToDeploy.has(key.deployKeyId) : usable.has(key.keyId))
}
