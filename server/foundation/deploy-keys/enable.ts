import { sql } from 'kysely'
import { levelSql } from '#server/access/levels.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { Forbidden, Invalid, NotFound } from '#server/errors.ts'
import { readNewSshKey } from '#server/foundation/keys/new-key.ts'
import { scopeOf } from './events.ts'
import { messages } from './messages.ts'
import { maxDeployKeys } from './queries.ts'

interface NewDeployKey {
  readonly title: string
  readonly key: string
  readonly canPush?: boolean | undefined
  readonly expiresAt?: string | null | undefined
}

/**
 * Open a project to a public key. One that another project of the actor has already is shared.
 *
 * @returns the id of the key
 * @throws Invalid  the key is none, or opens an account or a project of others
 * @throws Forbidden  pushes would be made in the name of another person, who added the key
 */
export async function addDeployKey(ctx: Context, projectId: number, given: NewDeployKey): Promise<number> {
  const { title, expiresAt, key } = readNewSshKey(ctx, given)
  const { rows } = await sql<{ id: number }>`
    insert into deploy_keys (title, key, type, bits, fingerprint, fingerprint_md5, creator_id, expires_at, created_at)
    select ${title}, ${key.text}, ${key.type}, ${key.bits}, ${key.fingerprint}, ${key.fingerprintMd5}, ${userIdOrZero(ctx)},
      ${expiresAt}::timestamptz, ${ctx.now}::timestamptz
    where not exists (select 1 from ssh_keys s where s.fingerprint = ${key.fingerprint})
    on conflict (fingerprint) do nothing returning id`.execute(ctx.db)
  const made = rows[0]?.id ?? (await maintainedKey(ctx, sql`k.fingerprint = ${key.fingerprint}`))
  if (made === null) throw new Invalid({ key: [messages.taken] })
  await enable(ctx, projectId, made, given.canPush ?? false)
  return made
}

/** Open a project to a key that another project of the actor has. @throws NotFound  no such key there */
export async function enableDeployKey(ctx: Context, projectId: number, keyId: number): Promise<void> {
  const found = await maintainedKey(ctx, sql`k.id = ${keyId}`)
  if (found === null) throw new NotFound('Deploy Key')
  await enable(ctx, projectId, found, false)
}

/** A key of a project that the actor maintains: its pushes are made in the name of the user who added it first. */
async function maintainedKey(ctx: Context, condition: ReturnType<typeof sql>): Promise<number | null> {
  const isAdmin = ctx.actor.kind === 'user' && ctx.actor.isAdmin
  const { rows } = await sql<{ id: number }>`
    select k.id from deploy_keys k where ${condition} and exists (
      select 1 from deploy_keys_projects kp join namespaces n on n.id = kp.namespace_id where kp.deploy_key_id = k.id
        and (${isAdmin}::boolean or access_level_of(${userIdOrZero(ctx)}, n.ancestor_ids) >= ${levelSql('maintainer')}))`.execute(
    ctx.db,
  )
  return rows[0]?.id ?? null
}

async function enable(ctx: Context, projectId: number, keyId: number, canPush: boolean): Promise<void> {
  const { rows } = await sql<{ count: number; isOwn: boolean }>`
    select count(*) as count, exists (select 1 from deploy_keys k where k.id = ${keyId} and k.creator_id = ${userIdOrZero(ctx)}) as is_own
    from deploy_keys_projects where namespace_id = ${projectId}`.execute(ctx.db)
  const { count, isOwn } = rows[0] ?? { count: 0, isOwn: false }
  if (count >= maxDeployKeys) throw new Invalid({ key: [messages.tooMany(maxDeployKeys)] })
  if (canPush && !isOwn) throw new Forbidden(messages.notYours)
  const { numAffectedRows } = await sql`
    insert into deploy_keys_projects (deploy_key_id, namespace_id, can_push, created_at)
    values (${keyId}, ${projectId}, ${canPush}, ${ctx.now}::timestamptz) on conflict do nothing`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new Invalid({ deployKey: [messages.alreadyHere] })
  await ctx.events.record('deploy_key.enabled', { deployKeyId: keyId, canPush }, scopeOf(projectId, keyId))
}
