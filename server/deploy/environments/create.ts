import { sql } from 'kysely'
import { type EnvironmentTier, environmentNamePattern } from '#contract/deploy/environments/environment-words.ts'
import { environmentsTopic } from '#contract/live-topics.ts'
import { isWebAddress } from '#contract/web-address.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import './events.ts'
import { messages } from './messages.ts'
import { slugOf, tierOf } from './tier.ts'

/** Environments of a project: review apps that nobody deletes add up. */
export const mostEnvironments = 10_000

interface NewEnvironment {
  readonly name: string
  readonly externalUrl?: string | null | undefined
  readonly description?: string | null | undefined
  readonly tier?: EnvironmentTier | null | undefined
}

/** @returns the id · @throws Invalid */
export async function createEnvironment(
  ctx: Context,
  project: { readonly id: number },
  { name, externalUrl, description, tier }: NewEnvironment,
): Promise<number> {
  checkName(name)
  checkUrl(externalUrl)
  const { rows: counted } = await sql<{ isFull: boolean }>`select count(*) >= ${mostEnvironments} as is_full
    from (select 1 from environments where namespace_id = ${project.id} limit ${mostEnvironments}) own`.execute(ctx.db)
  if (counted[0]?.isFull) throw new Invalid({ base: [messages.tooMany(mostEnvironments)] })
  const { rows } = await sql<{ id: number }>`
    insert into environments (namespace_id, name, slug, external_url, description, tier, created_at, updated_at)
    values (${project.id}, ${name}, ${slugOf(name)}, ${externalUrl || null}, ${description || null}, ${tier ?? tierOf(name)}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz)
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
    }>`update environments set state = 'available', updated_at = ${ctx.now}::timestamptz
      where namespace_id = ${project.id} and name = ${name} returning id`.execute(ctx.db)
    return rows[0]?.id
  }
  const known = await lock()
  if (known !== undefined) return known
  // First deployments come at the same time: the project's row lets one of them create the environment.
  await sql`select from projects where id = ${project.id} for no key update`.execute(ctx.db)
  return (await lock()) ?? createEnvironment(ctx, project, { name })
}

function checkName(name: string): void {
  if (!environmentNamePattern.test(name)) throw new Invalid({ name: [messages.characters] })
  if (name.startsWith('/') || name.endsWith('/')) throw new Invalid({ name: [messages.slashes] })
}

export function checkUrl(url: string | null | undefined): void {
  if (url && !isWebAddress(url)) throw new Invalid({ externalUrl: [messages.webAddress] })
}
