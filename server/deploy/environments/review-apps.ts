import { sql } from 'kysely'
import type { deleteReviewApps } from '#contract/deploy/environments/environments.ts'
import { environmentsTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { arrayOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { closedEnvironments } from '../protected-environments/rules.ts'
import './events.ts'
import { environmentFields } from './present.ts'

/** Time in which a review app can be kept by deploying to it again. */
const daysUntilDeleted = 7
/** Days for which review apps stay, where the request does not say. */
const usualAge = 30

/** Have the stopped review apps of a project deleted in a week, or only name them. */
export async function scheduleReviewApps(
  ctx: Context,
  project: Allowed<'project:update-environments', ProjectRow>,
  { before, limit = 100, dryRun = true }: Omit<InputOf<typeof deleteReviewApps>, 'id'>,
): Promise<RawJson> {
  const closed = await closedEnvironments(ctx, project)
  const { rows } = await sql<{ id: number; isClosed: boolean }>`
    select e.id, e.name = any (${[...closed]}::text[]) as is_closed from environments e
    where e.namespace_id = ${project.id} and e.state = 'stopped' and e.name like 'review/%' and e.auto_delete_at is null
      and e.created_at < coalesce(${before ?? null}::timestamptz, ${ctx.now}::timestamptz - make_interval(days => ${sql.lit(usualAge)}))
    order by e.created_at, e.id limit ${limit} for no key update`.execute(ctx.db)
  const idsOf = (isClosed: boolean) => rows.filter(row => row.isClosed === isClosed).map(({ id }) => id)
  const scheduled = idsOf(false)
  if (!dryRun && scheduled.length > 0) {
    await sql`update environments set auto_delete_at = ${ctx.now}::timestamptz + make_interval(days => ${sql.lit(daysUntilDeleted)})
      where id = any (${scheduled}::bigint[])`.execute(ctx.db)
    const topics = [environmentsTopic(project.id)]
    await ctx.events.record(
      'environment.changed',
      { environmentId: scheduled[0] ?? 0 },
      { namespaceId: project.id, topics },
    )
  }
  const entries = (ids: readonly number[]) =>
    arrayOf(
      object(environmentFields),
      sql`from environments e where e.id = any (${[...ids]}::bigint[])`,
      sql`e.created_at, e.id`,
    )
  const { rows: shown } = await sql<{ json: string }>`select ${object({
    scheduled_entries: entries(scheduled),
    unprocessable_entries: entries(idsOf(true)),
  })}::text as json`.execute(ctx.db)
  return new RawJson(shown[0]?.json ?? '{}')
}
