import { sql } from 'kysely'
import type { ForksPage, forksPage, newForkPage } from '#contract/code/forks.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleNamespaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { projectCard } from '#server/foundation/namespaces/cards.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { Shown } from '#server/slice.ts'

const forksAPage = 20

/** The forks of a project that the actor may see, most recently active first. */
export async function showForks(
  ctx: Context,
  project: Allowed<'project:read', ProjectRow>,
  { page = 1 }: InputOf<typeof forksPage>,
): Promise<Shown<ForksPage>> {
  const { rows } = await sql<{ forks: string; found: number }>`
    with listed as (
      select n.id, row_number() over (order by p.last_activity_at desc, n.id desc) as place
      from namespaces n join projects p on p.id = n.id
      where p.forked_from_id = ${project.id} and not n.pending_deletion and ${visibleNamespaces(ctx.actor, 'n')}
      order by place limit ${forksAPage + 1} offset ${(page - 1) * forksAPage}
    ), shown as (select * from listed order by place limit ${forksAPage})
    select (select count(*) from listed) as found, coalesce((select json_agg(${projectCard(ctx)} order by s.place) from shown s
      join namespaces n on n.id = s.id join projects p on p.id = n.id), '[]')::text as forks`.execute(ctx.db)
  return {
    header: await showHeader(ctx, project),
    canFork: may(ctx.actor, 'project:fork', project.facts),
    forks: new RawJson(rows[0]?.forks ?? '[]'),
    page,
    hasNext: (rows[0]?.found ?? 0) > forksAPage,
  }
}

export async function showNewFork(
  ctx: Context,
  project: Allowed<'project:fork', ProjectRow>,
): Promise<Shown<ReplyOf<typeof newForkPage>>> {
  const { id, name, path, defaultBranch, visibility } = project
  const { rows } = await sql<{ description: string }>`select description from namespaces where id = ${id}`.execute(
    ctx.db,
  )
  const description = rows[0]?.description ?? ''
  return { header: await showHeader(ctx, project), id, name, path, description, defaultBranch, visibility }
}
