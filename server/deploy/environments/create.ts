import { sql } from 'kysely'
import { durationPattern, environmentNamePattern } from '#contract/deploy/environments/environment-words.ts'
import type { createEnvironment as creation } from '#contract/deploy/environments/environments.ts'
import { environmentsTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import { isWebAddress } from '#contract/web-address.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { tierOf } from '../protected-environments/tier.ts'
import './events.ts'
import { messages } from './messages.ts'
import { slugOf } from './slug.ts'

/** Environments of a project: review apps that nobody deletes add up. */
export const mostEnvironments = 10_000

type NewEnvironment = Omit<InputOf<typeof creation>, 'id'>

/** @returns the id · @throws Invalid */
export async function createEnvironment(
  ctx: Context,
  project: { readonly id: number },
  given: NewEnvironment,
): Promise<number> {
  checkName(given.name)
  checkFields(given)
  await lockProject(ctx, project)
  return insertEnvironment(ctx, project, given)
}

/** Environments of a project are created one at a time, as their number is limited. */
const lockProject = (ctx: Context, { id }: { readonly id: number }) =>
  sql`select 1 from projects where id = ${id} for no key update`.execute(ctx.db)

/** Create an environment in a project that is locked. */
async function insertEnvironment(
  ctx: Context,
  project: { readonly id: number },
  { name, externalUrl, description, tier, autoStopIn, autoStopAt, autoStopSetting }: NewEnvironment,
): Promise<number> {
  const { rows: counted } = await sql<{ isFull: boolean }>`select count(*) >= ${mostEnvironments} as is_full
    from (select 1 from environments where namespace_id = ${project.id} limit ${mostEnvironments}) own`.execute(ctx.db)
  if (counted[0]?.isFull) throw new Invalid({ base: [messages.tooMany(mostEnvironments)] })
  const { rows } = await sql<{ id: number }>`
    insert into environments (namespace_id, name, slug, external_url, description, tier, auto_stop_in, auto_stop_at, auto_stop_setting, created_at, updated_at)
    select ${project.id}, ${name}, ${slugOf(name)}, ${externalUrl || null}, ${description || null}, ${tier ?? tierOf(name)}, stop_in,
      coalesce(${autoStopAt ?? null}::timestamptz, ${ctx.now}::timestamptz + stop_in::interval), ${autoStopSetting ?? 'always'},
      ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from (select ${durationOf(autoStopIn)}::text as stop_in) given
    returning id`
    .execute(ctx.db)
    .catch((error: unknown) => {
      if (!isTaken(error)) throw error
      throw new Invalid({ name: [messages.taken] }, { cause: error })
    })
  const id = rows[0]?.id ?? 0
  await ctx.events.record(
    'environment.created',
    { environmentId: id },
    { namespaceId: project.id, topics: [environmentsTopic(project.id)] },
  )
  return id
}

/** The environment of a name, locked; created if there is none, and available from now on. */
export async function environmentNamed(ctx: Context, project: { readonly id: number }, name: string): Promise<number> {
  const lock = async () => {
    const { rows } = await sql<{
      id: number
    }>`update environments set state = 'available', auto_delete_at = null, updated_at = ${ctx.now}::timestamptz,
        auto_stop_at = case when auto_stop_in is null then auto_stop_at else ${ctx.now}::timestamptz + auto_stop_in::interval end
      where namespace_id = ${project.id} and name = ${name} returning id`.execute(ctx.db)
    return rows[0]?.id
  }
  const known = await lock()
  if (known !== undefined) return known
  // First deployments come at the same time: the project's row lets one of them create the environment.
  await lockProject(ctx, project)
  const made = await lock()
  if (made !== undefined) return made
  checkName(name)
  return insertEnvironment(ctx, project, { name })
}

function checkName(name: string): void {
  if (!environmentNamePattern.test(name)) throw new Invalid({ name: [messages.characters] })
  if (name.startsWith('/') || name.endsWith('/')) throw new Invalid({ name: [messages.slashes] })
}

/** @throws Invalid */
export function checkFields({
  externalUrl,
  autoStopIn,
  clusterAgentId,
  kubernetesNamespace,
  fluxResourcePath,
}: Omit<NewEnvironment, 'name'>): void {
  if (externalUrl && !isWebAddress(externalUrl)) throw new Invalid({ externalUrl: [messages.webAddress] })
  const duration = durationOf(autoStopIn)
  if (duration !== null && !durationPattern.test(duration)) throw new Invalid({ autoStopIn: [messages.duration] })
  if (clusterAgentId) throw new Invalid({ clusterAgent: [messages.noAgent] })
  if (kubernetesNamespace) throw new Invalid({ kubernetesNamespace: [messages.withoutAgent] })
  if (fluxResourcePath) throw new Invalid({ fluxResourcePath: [messages.withoutAgent] })
}

/** A time in the words that PostgreSQL reads, too; null for never. */
export function durationOf(words: string | null | undefined): string | null {
  const spelled = (words ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/(,| and) /g, ' ')
  return spelled === '' || spelled === 'never' ? null : spelled
}
