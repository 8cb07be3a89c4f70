import { sql } from 'kysely'
import { projectTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type {
  createStatusComponent,
  listStatusComponents,
  StatusComponent,
  updateStatusComponent,
} from '#contract/plan/incidents/status-components.ts'
import { statusLimits } from '#contract/plan/incidents/status-words.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { columnsOf, object, type WireFields } from '#server/platform/sql/shape.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Current, pageOfJson } from '#server/slice.ts'
import { forgetComponent } from './subscribers.ts'

const c = columnsOf('statusComponents', 'c')

const fields = (): WireFields<typeof StatusComponent> => ({
  ...c.fields('id', 'name', 'description', 'heading'),
  position: sql`(select count(*) from status_components b where b.namespace_id = c.namespace_id and (b.position, b.id) <= (c.position, c.id))`,
  ...c.moments('createdAt', 'updatedAt'),
})

export const showComponents = (
  ctx: Context,
  { id }: { readonly id: number },
  input: InputOf<typeof listStatusComponents>,
) =>
  pageOfJson<never>(ctx, input, {
    item: object(fields()),
    matching: sql`status_components c where c.namespace_id = ${id}`,
    order: sql`c.position, c.id`,
  })

/** All components of a project, in their order. */
export async function allComponents(ctx: Context, projectId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(${object(fields())} order by c.position, c.id), '[]')::text as json
    from status_components c where c.namespace_id = ${projectId}`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? '[]')
}

/** @throws NotFound */
export async function showComponent(ctx: Context, projectId: number, id: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`select ${object(fields())}::text as json
    from status_components c where c.id = ${id} and c.namespace_id = ${projectId}`.execute(ctx.db)
  if (rows[0] === undefined) throw new NotFound('Component')
  return new RawJson(rows[0].json)
}

/** @returns the id · @throws Invalid */
export async function addComponent(
  ctx: Context,
  projectId: number,
  { name, description = '', heading = '', position }: Omit<InputOf<typeof createStatusComponent>, 'id'>,
): Promise<number> {
  await lockComponents(ctx, projectId)
  const { rows } = await sql<{ id: number }>`
    insert into status_components (namespace_id, name, description, heading, position, created_at, updated_at)
    select ${projectId}, ${checkedName(name)}, ${oneLine(description).trim()}, ${oneLine(heading).trim()},
      coalesce((select max(position) from status_components where namespace_id = ${projectId}), 0) + 1,
      ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    where (select count(*) from status_components where namespace_id = ${projectId}) < ${statusLimits.components}
    returning id`.execute(ctx.db)
  if (rows[0] === undefined)
    throw new Invalid({ base: [`A status page can have up to ${statusLimits.components} components`] })
  if (position !== undefined) await moveTo(ctx, projectId, rows[0].id, position)
  await announce(ctx, projectId, rows[0].id)
  return rows[0].id
}

type ComponentChanges = Pick<InputOf<typeof updateStatusComponent>, 'name' | 'description' | 'heading' | 'position'>

/** Change a component; fields that are left out stay. @throws NotFound · @throws Invalid */
export async function changeComponent(
  ctx: Context,
  projectId: number,
  id: number,
  { name, description, heading, position }: ComponentChanges,
): Promise<void> {
  await lockComponents(ctx, projectId)
  const { numAffectedRows = 0n } = await sql`update status_components set
      name = coalesce(${name === undefined ? null : checkedName(name)}, name),
      description = coalesce(${description === undefined ? null : oneLine(description).trim()}, description),
      heading = coalesce(${heading === undefined ? null : oneLine(heading).trim()}, heading),
      updated_at = ${ctx.now}::timestamptz
    where id = ${id} and namespace_id = ${projectId}`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new NotFound('Component')
  if (position !== undefined) await moveTo(ctx, projectId, id, position)
  await announce(ctx, projectId, id)
}

/** A component as it is, held until the transaction ends. */
export async function currentComponent(ctx: Context, projectId: number, id: number): Promise<Current> {
  await lockComponents(ctx, projectId)
  const { rows } = await sql<{ name: string; description: string; heading: string; position: number }>`
    select name, description, heading, (select count(*)::integer from status_components b
      where b.namespace_id = ${projectId} and (b.position, b.id) <= (c.position, c.id)) as position
    from status_components c where id = ${id} and namespace_id = ${projectId}`.execute(ctx.db)
  return rows[0]
}

/** Delete a component. Whoever follows it alone gets the updates about all components. @throws NotFound */
export async function deleteComponent(ctx: Context, projectId: number, id: number): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('statusComponents')
    .where('id', '=', id)
    .where('namespaceId', '=', projectId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound('Component')
  await forgetComponent(ctx, projectId, id)
  await announce(ctx, projectId, id)
}

/** Components of a project are written one at a time, as their number is limited and their order is one. */
const lockComponents = (ctx: Context, projectId: number) =>
  sql`select 1 from namespaces where id = ${projectId} for no key update`.execute(ctx.db)

/** Put a component at a place of the order, from 1; a place after the last one is the last one. */
const moveTo = (ctx: Context, projectId: number, id: number, position: number) =>
  sql`update status_components c set position = o.position from (
      select b.id, row_number() over (order by case when b.id = ${id} then ${position} - 0.5 else b.nth end, b.id) as position
      from (select s.id, row_number() over (order by s.position, s.id) as nth from status_components s
        where s.namespace_id = ${projectId} and s.id <> ${id}
        union all select ${id}::bigint, 0) b) o
    where c.id = o.id and c.namespace_id = ${projectId}`.execute(ctx.db)

const announce = (ctx: Context, projectId: number, componentId: number): Promise<void> =>
  ctx.events.record(
    'status_component.changed',
    { componentId },
    { namespaceId: projectId, topics: [projectTopic(projectId)] },
  )

function checkedName(given: string): string {
  const name = oneLine(given).trim()
  if (name === '') throw new Invalid({ name: ["can't be blank"] })
  return name
}
