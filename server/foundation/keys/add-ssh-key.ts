import { userTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import './events.ts'
import { checkMayHaveKey, mailNewKey, readNewSshKey } from './new-key.ts'
import { type SshKeyRow, sshKeyColumns } from './ssh-keys.ts'

interface NewSshKey {
  readonly title: string
  readonly key: string
  readonly expiresAt?: string | null
  readonly usageType?: string
}

/**
 * Add a public SSH key to an account, and mail its owner.
 *
 * @throws Invalid
 */
export async function addSshKey(ctx: Context, userId: number, given: NewSshKey): Promise<SshKeyRow> {
  const { title, expiresAt, key } = readNewSshKey(ctx, given)
  await checkMayHaveKey(ctx, 'sshKeys', userId)
  const opensProjects = await ctx.db
    .selectFrom('deployKeys')
    .select('id')
    .where('fingerprint', '=', key.fingerprint)
    .executeTakeFirst()
  if (opensProjects !== undefined) throw new Invalid({ key: ['has already been taken'] })
  const row = await ctx.db
    .insertInto('sshKeys')
    .values({
      userId,
      title,
      key: key.text,
      type: key.type,
      bits: key.bits,
      fingerprint: key.fingerprint,
      fingerprintMd5: key.fingerprintMd5,
      usageType: given.usageType ?? 'auth_and_signing',
      expiresAt,
      createdAt: ctx.now,
    })
    .returning(sshKeyColumns)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (!isTaken(error, 'ssh_keys_fingerprint')) throw error
      throw new Invalid({ key: ['has already been taken'] }, { cause: error })
    })
  await mailNewKey(ctx, userId, { kind: 'SSH', name: title, fingerprint: key.fingerprint, page: 'ssh_keys' })
  await ctx.events.record('ssh_key.created', { keyId: row.id, userId }, { topics: [userTopic(userId)] })
  return row
}
