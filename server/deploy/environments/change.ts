import { sql } from 'kysely'
import type { updateEnvironment } from '#contract/deploy/environments/environments.ts'
import { environmentsTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { Forbidden, Invalid } from '#server/errors.ts'
import type { Current } from '#server/slice.ts'
import { deployRights, isProtectedSql } from '../protected-environments/rules.ts'
import { tierOf } from '../protected-environments/tier.ts'
import { checkFields, durationOf } from './create.ts'
import './events.ts'
import type { EnvironmentRow } from './find.ts'
import { messages } from './messages.ts'

type Changeable = Allowed<'project:update-environments', EnvironmentRow>

export async function changeEnvironment(
  ctx: Context,
  environment: Changeable,
  { name, ...given }: InputOf<typeof updateEnvironment>,
): Promise<void> {
  if (name !== undefined && name !== environment.name) throw new Invalid({ name: [messages.nameStays] })
  checkFields(given)
  const { externalUrl, description, tier, autoStopIn, autoStopAt, autoStopSetting } = given
  const stopIn = durationOf(autoStopIn)
  await requireDeployer(ctx, environment)
  await ctx.db
    .updateTable('environments')
    .set({
      ...(externalUrl === undefined ? {} : { externalUrl: externalUrl || null }),
      ...(description === undefined ? {} : { description: description || null }),
      ...(tier === undefined ? {} : { tier: tier ?? tierOf(environment.name) }),
      ...(autoStopIn === undefined
        ? {}
        : { autoStopIn: stopIn, autoStopAt: sql<string | null>`${ctx.now}::timestamptz + ${stopIn}::interval` }),
      ...(autoStopAt === undefined ? {} : { autoStopAt }),
      ...(autoStopSetting === undefined ? {} : { autoStopSetting: autoStopSetting ?? 'always' }),
      updatedAt: ctx.now,
    })
    .where('id', '=', environment.id)
    .execute()
  await announce(ctx, environment)
}

/** @throws Forbidden  the environment is protected from the actor */
async function requireDeployer(ctx: Context, { name, project, facts }: Changeable): Promise<void> {
  const { mayDeploy } = await deployRights(ctx, { id: project.id, facts }, name)
  if (!mayDeploy) throw new Forbidden(messages.mayNotDeploy(name))
}

/** An environment as it is, held until the transaction ends. */
export async function lockedEnvironment(ctx: Context, { id }: EnvironmentRow): Promise<Current> {
  return ctx.db
    .selectFrom('environments')
    .select(['externalUrl', 'description', 'tier', 'autoStopIn'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function setEnvironmentState(
  ctx: Context,
  environment: Changeable,
  state: 'available' | 'stopped',
): Promise<void> {
  await requireDeployer(ctx, environment)
  const { numUpdatedRows } = await ctx.db
    .updateTable('environments')
    .set({
      state,
      autoDeleteAt: null,
      // One that starts again stays for its time.
      autoStopAt: state === 'stopped' ? null : sql<string | null>`${ctx.now}::timestamptz + auto_stop_in::interval`,
      updatedAt: ctx.now,
    })
    .where('id', '=', environment.id)
    .where('state', '<>', state)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await announce(ctx, environment)
}

const announce = (ctx: Context, { id, project }: EnvironmentRow): Promise<void> =>
  ctx.events.record(
    'environment.changed',
    { environmentId: id },
    { namespaceId: project.id, topics: [environmentsTopic(project.id)] },
  )

/** Stop the environments of a project that are not protected and have neither changed nor been deployed to since a moment. */
export async function stopStale(ctx: Context, projectId: number, before: string): Promise<void> {
  await transact(ctx, async inner => {
    const { rows } = await sql<{
      id: number
    }>`update environments e set state = 'stopped', auto_stop_at = null, updated_at = ${inner.now}::timestamptz
      where e.namespace_id = ${projectId} and e.state = 'available' and e.updated_at < ${before}::timestamptz
        and not exists (select 1 from deployments d where d.environment_id = e.id and d.updated_at >= ${before}::timestamptz)
        and not ${isProtectedSql}
      returning e.id`.execute(inner.db)
    const [first] = rows
    if (first === undefined) return
    const topics = [environmentsTopic(projectId)]
    await inner.events.record('environment.changed', { environmentId: first.id }, { namespaceId: projectId, topics })
  })
}

/** @throws Forbidden  it is available, or protected from the actor */
export async function deleteEnvironment(ctx: Context, environment: Changeable): Promise<void> {
  await requireDeployer(ctx, environment)
  const { id, name, project } = environment
  const { numDeletedRows } = await ctx.db
    .deleteFrom('environments')
    .where('id', '=', id)
    .where('state', '=', 'stopped')
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Forbidden(messages.stopFirst)
  await ctx.events.record(
    'environment.deleted',
    { environmentId: id, name },
    { namespaceId: project.id, topics: [environmentsTopic(project.id)] },
  )
}
