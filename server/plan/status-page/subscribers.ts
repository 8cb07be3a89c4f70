import { sql } from 'kysely'
import { projectTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type { listStatusSubscribers, StatusSubscriber } from '#contract/plan/incidents/status-subscribers.ts'
import { type Context, transact } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { hasStatusPage } from '#server/plan/issuables/published.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { columnsOf, object, type WireFields } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { pageOfJson } from '#server/slice.ts'

const s = columnsOf('statusSubscribers', 's')

const fields: WireFields<typeof StatusSubscriber> = {
  ...s.fields('id', 'email', 'componentIds'),
  confirmed_at: sql`iso(s.confirmed_at)`,
}

/** The days within which an address confirms that it wants updates. */
export const confirmationDays = 3

/** Subscribers of a project, with those who have yet to confirm, at most. */
const mostSubscribers = 10_000

export const showSubscribers = (
  ctx: Context,
  { id }: { readonly id: number },
  input: InputOf<typeof listStatusSubscribers>,
) =>
  pageOfJson<never>(ctx, input, {
    item: object(fields),
    matching: sql`status_subscribers s where s.namespace_id = ${id} and s.confirmed_at is not null`,
    order: sql`s.id desc`,
  })

/** Subscribers on the settings page. The API lists the others. */
const mostNewest = 100

export async function newestSubscribers(ctx: Context, projectId: number) {
  const { rows } = await sql<{ count: number; newest: string }>`
    select count(*)::integer as count, (select coalesce(json_agg(${object(fields)} order by s.id desc), '[]') from (
        select * from status_subscribers where namespace_id = ${projectId} and confirmed_at is not null
        order by id desc limit ${mostNewest}) s)::text as newest
    from status_subscribers where namespace_id = ${projectId} and confirmed_at is not null`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0, newest: new RawJson(rows[0]?.newest ?? '[]') }
}

/** @throws NotFound */
export async function removeSubscriber(ctx: Context, projectId: number, id: number): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('statusSubscribers')
    .where('id', '=', id)
    .where('namespaceId', '=', projectId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound('Subscriber')
  await announce(ctx, projectId)
}

/** Keep the wish of an address until it confirms it. @returns the id; null where the page takes no more */
export async function wishFor(
  ctx: Context,
  projectId: number,
  email: string,
  componentIds: readonly number[],
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into status_subscribers as s (namespace_id, email, wanted_ids, created_at)
    select ${projectId}, ${email}, array(select c.id from status_components c
      where c.namespace_id = ${projectId} and c.id = any (${[...componentIds]}::bigint[]) order by c.id), ${ctx.now}::timestamptz
    where (select count(*) from (select 1 from status_subscribers where namespace_id = ${projectId} limit ${mostSubscribers}) b) < ${mostSubscribers}
      or exists (select 1 from status_subscribers where namespace_id = ${projectId} and lower(email) = lower(${email}))
    on conflict (namespace_id, lower(email)) do update set wanted_ids = excluded.wanted_ids,
      created_at = case when s.confirmed_at is null then excluded.created_at else s.created_at end
    returning id`.execute(ctx.db)
  return rows[0]?.id ?? null
}

export interface Subscription {
  readonly id: number
  readonly projectId: number
  readonly projectName: string
  readonly fullPath: string
  readonly isConfirmed: boolean
  /** Whether the page can be read. */
  readonly hasPage: boolean
  readonly host: string | null
}

/** A subscription by its id; null if it ended. */
export async function subscriptionOf(ctx: Context, id: number): Promise<Subscription | null> {
  const { rows } = await sql<Subscription>`
    select s.id, n.id as project_id, n.name as project_name, n.full_path, s.confirmed_at is not null as is_confirmed, ${hasStatusPage('p')} as has_page,
      (select h.host from status_hosts h where h.namespace_id = n.id) as host
    from status_subscribers s join namespaces n on n.id = s.namespace_id join projects p on p.id = n.id where s.id = ${id}`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

/** Forget a component that is deleted. Whoever chose it alone gets all updates: no one is left with none that never unsubscribed. */
export const forgetComponent = (ctx: Context, projectId: number, componentId: number): Promise<unknown> =>
  sql`update status_subscribers set component_ids = array_remove(component_ids, ${componentId}::bigint),
      wanted_ids = array_remove(wanted_ids, ${componentId}::bigint)
    where namespace_id = ${projectId} and (${componentId}::bigint = any (component_ids) or ${componentId}::bigint = any (wanted_ids))`.execute(
    ctx.db,
  )

/** The address wants updates, of the components that it chose last. */
export const confirmSubscription = (ctx: Context, { id, projectId }: Subscription): Promise<void> =>
  transact(ctx, async inner => {
    await sql`update status_subscribers set confirmed_at = coalesce(confirmed_at, ${ctx.now}::timestamptz), component_ids = wanted_ids
      where id = ${id}`.execute(inner.db)
    await announce(inner, projectId)
  })

export const endSubscription = (ctx: Context, { id, projectId }: Subscription): Promise<void> =>
  transact(ctx, async inner => {
    await sql`delete from status_subscribers where id = ${id}`.execute(inner.db)
    await announce(inner, projectId)
  })

/** Wishes that nobody confirmed are forgotten, and so are the marks of mails that no job sends again. */
export async function purgeSubscribers(db: Db): Promise<void> {
  await sql`delete from status_subscribers where confirmed_at is null
    and created_at < now() - make_interval(days => ${confirmationDays})`.execute(db)
  await sql`delete from status_mails where created_at < now() - interval '1 year'`.execute(db)
}

const announce = (ctx: Context, projectId: number): Promise<void> =>
  ctx.events.record(
    'status_subscribers.changed',
    { projectId },
    { namespaceId: projectId, topics: [projectTopic(projectId)] },
  )
