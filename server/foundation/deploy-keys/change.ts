import { sql } from 'kysely'
import { type Context, userIdOrZero } from '#server/context.ts'
import { Forbidden, Invalid, NotFound } from '#server/errors.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { lineProblems } from '#server/platform/text/problems.ts'
import { scopeOf } from './events.ts'
import { messages } from './messages.ts'

interface KeyChange {
  readonly title?: string | undefined
  readonly canPush?: boolean | undefined
}

/**
 * Change the title of a deploy key, and whether it can push to the project.
 *
 * @throws NotFound  the project has no such key
 * @throws Forbidden  pushes would be made in the name of another person, who added the key
 * @throws Invalid
 */
export async function changeDeployKey(
  ctx: Context,
  projectId: number,
  keyId: number,
  { title: given, canPush }: KeyChange,
): Promise<void> {
  const found = await lockDeployKey(ctx, projectId, keyId)
  if (canPush === true && !found.canPush && found.creatorId !== userIdOrZero(ctx))
    throw new Forbidden(messages.notYours)
  if (given !== undefined) {
    const title = oneLine(given)
    const problems = lineProblems(title)
    if (problems.length > 0) throw new Invalid({ title: problems })
    await sql`update deploy_keys set title = ${title} where id = ${keyId}`.execute(ctx.db)
  }
  if (canPush !== undefined)
    await sql`update deploy_keys_projects set can_push = ${canPush} where namespace_id = ${projectId} and deploy_key_id = ${keyId}`.execute(
      ctx.db,
    )
  await ctx.events.record(
    'deploy_key.updated',
    { deployKeyId: keyId, canPush: canPush ?? found.canPush },
    scopeOf(projectId, keyId),
  )
}

/** A key of a project, held until the transaction ends. @throws NotFound  the project has no such key */
export async function lockDeployKey(ctx: Context, projectId: number, keyId: number) {
  const { rows } = await sql<{ title: string; canPush: boolean; creatorId: number | null }>`
    select k.title, kp.can_push, k.creator_id from deploy_keys_projects kp join deploy_keys k on k.id = kp.deploy_key_id
    where kp.namespace_id = ${projectId} and kp.deploy_key_id = ${keyId} for update of kp`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) throw new NotFound('Deploy Key')
  return found
}

/** Close a project to a key, also on its open connections. @throws NotFound  the project has no such key */
export async function removeDeployKey(ctx: Context, projectId: number, keyId: number): Promise<void> {
  const { numAffectedRows } =
    await sql`delete from deploy_keys_projects where namespace_id = ${projectId} and deploy_key_id = ${keyId}`.execute(
      ctx.db,
    )
  if (numAffectedRows === 0n) throw new NotFound('Deploy Key')
  await ctx.events.record('deploy_key.removed', { deployKeyId: keyId }, scopeOf(projectId, keyId))
}
