import { messages } from '#server/code/repository/messages.ts'
import type { DeployTokenAccess } from '#server/context.ts'
import { Forbidden, Unauthenticated } from '#server/errors.ts'
import { deployTokenPrefix } from '#server/foundation/deploy-tokens/create.ts'
import { identifyDeployToken } from '#server/foundation/deploy-tokens/identify.ts'
import type { Db } from '#server/platform/sql/database.ts'

interface Credentials {
  readonly username: string
  readonly password: string
}

export const isDeployToken = ({ password }: Credentials): boolean => password.startsWith(deployTokenPrefix)

/**
 * The access of a deploy token, for the doors at which code is read. No other door takes one.
 *
 * @throws Unauthenticated  an unknown, revoked or expired token, or one of another username
 * @throws Forbidden  its scopes do not include reading code
 */
export async function deployTokenAccess(db: Db, credentials: Credentials): Promise<DeployTokenAccess> {
  const access = await identifyDeployToken(db, credentials)
  if (access === null) throw new Unauthenticated('Invalid deploy token')
  if (!access.scopes.includes('read_repository')) throw new Forbidden(messages.tokenNeeds('read_repository'))
  return access
}
