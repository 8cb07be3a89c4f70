import { sql } from 'kysely'
import { type Visibility, visibilities } from '#contract/shapes.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'

type ImportStatus = 'none' | 'scheduled' | 'started' | 'finished' | 'failed'

/** SQL for the network of a project under an alias of `projects`: one of its own where it has no forks. */
const networkOf = (alias: string) =>
  sql<number>`coalesce(${sql.ref(`${alias}.fork_network_id`)}, ${sql.ref(`${alias}.id`)})`

/** Whether two projects come from the same one, or one from the other. */
export async function sameNetwork(ctx: Context, oneId: number, otherId: number): Promise<boolean> {
  if (oneId === otherId) return true
  const { rows } = await sql<{ isSame: boolean }>`
    select exists (select 1 from projects a join projects b on ${networkOf('a')} = ${networkOf('b')}
      where a.id = ${oneId} and b.id = ${otherId}) as is_same`.execute(ctx.db)
  return rows[0]?.isSame ?? false
}

/** Make a project a fork of another one; its own forks come along into that network. */
export async function linkFork(
  ctx: Context,
  {
    forkId,
    sourceId,
    importStatus,
  }: { readonly forkId: number; readonly sourceId: number; readonly importStatus?: ImportStatus },
): Promise<void> {
  await sql`update projects set fork_network_id = (select ${networkOf('s')} from projects s where s.id = ${sourceId})
    where id in (${sourceId}, ${forkId}) or (fork_network_id = ${forkId} and id <> ${sourceId})`.execute(ctx.db)
  await sql`update projects set forked_from_id = ${sourceId}, import_status = coalesce(${importStatus ?? null}::text, import_status)
    where id = ${forkId}`.execute(ctx.db)
}

/** Take a fork, with its own forks, out of its network. */
export async function unlinkFork(ctx: Context, forkId: number): Promise<void> {
  await sql`
    with recursive below as (
      select id from projects where id = ${forkId}
      union select p.id from projects p join below b on p.forked_from_id = b.id
    ) update projects set fork_network_id = ${forkId} where id in (select id from below)`.execute(ctx.db)
  await sql`update projects set forked_from_id = null where id = ${forkId}`.execute(ctx.db)
}

export async function setImportStatus(
  ctx: Context,
  projectId: number,
  status: ImportStatus,
  error: string | null = null,
): Promise<void> {
  await sql`update projects set import_status = ${status}, import_error = ${error} where id = ${projectId}`.execute(
    ctx.db,
  )
}

const widerThan = (visibility: Visibility): readonly Visibility[] =>
  visibilities.slice(visibilities.indexOf(visibility) + 1)

/** @throws Invalid  more people would see a fork than its source */
export async function checkAgainstSource(ctx: Context, forkId: number, visibility: Visibility): Promise<void> {
  const { rows } = await sql<{ visibility: Visibility }>`
    select s.visibility from projects p join namespaces s on s.id = p.forked_from_id where p.id = ${forkId}
    for key share of s`.execute(ctx.db)
  const [source] = rows
  if (source !== undefined) refuseWider(source.visibility, visibility)
}

/** @throws Invalid  more people would see a fork than its source */
export function refuseWider(source: Visibility, visibility: Visibility): void {
  if (widerThan(source).includes(visibility))
    throw new Invalid({
      visibilityLevel: [`${visibility} is not allowed because the fork source project has lower visibility.`],
    })
}

/**
 * No fork, nor a fork of one, is more visible than its source: forks that would be get the visibility of the source.
 *
 * @returns the ids of the forks that changed
 */
export async function narrowForks(ctx: Context, sourceId: number, visibility: Visibility): Promise<readonly number[]> {
  const wider = widerThan(visibility)
  if (wider.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select p.id from projects p where p.forked_from_id = ${sourceId}
      union select p.id from projects p join below b on p.forked_from_id = b.id
    ), locked as (select n.id from namespaces n where n.id in (select id from below) and n.visibility = any (${wider}::text[])
      order by n.id for no key update)
    update namespaces n set visibility = ${visibility}, updated_at = ${ctx.now}::timestamptz from locked where n.id = locked.id
    returning n.id`.execute(ctx.db)
  return rows.map(row => row.id)
}
