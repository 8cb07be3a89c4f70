import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'

/** The columns of a release that most use cases need. */
export interface ReleaseRow {
  readonly id: number
  readonly tag: string
  readonly name: string
  readonly description: string
  readonly sha: string
  readonly releasedAt: string
  readonly createdAt: string
}

/** A project with its releases: a tag is named only to those who may read the code. */
export type OpenProject = Allowed<'project:open-release', ProjectRow>
export type AdministeredProject = Allowed<'project:admin-releases', ProjectRow>

const columns = sql`r.id, r.tag, r.name, r.description, r.sha, r.released_at, r.created_at`

/**
 * A release by its tag. The project is loaded first, so that a refusal does not reveal whether the tag exists.
 *
 * @throws NotFound
 */
export async function releaseOf(
  ctx: Context,
  project: OpenProject | AdministeredProject,
  tag: string,
): Promise<ReleaseRow> {
  const found = await findRelease(ctx, project.id, tag)
  if (found === null) throw new NotFound('Release')
  return found
}

/** A release by its tag, for those who are known to have access to it. */
export async function findRelease(ctx: Context, projectId: number, tag: string): Promise<ReleaseRow | null> {
  const { rows } = await sql<ReleaseRow>`
    select ${columns} from releases r where r.project_id = ${projectId} and r.tag = ${tag}`.execute(ctx.db)
  return rows[0] ?? null
}

/**
 * The latest release whose day has come; null if there is none.
 *
 * @param before  only those before that moment
 */
export async function latestRelease(
  ctx: Context,
  project: { readonly id: number },
  before?: { readonly releasedAt: string; readonly id: number },
): Promise<ReleaseRow | null> {
  const earlier =
    before === undefined
      ? sql`true`
      : sql`(r.released_at, r.id) < (${before.releasedAt}::timestamptz, ${before.id}::bigint)`
  const { rows } = await sql<ReleaseRow>`
    select ${columns} from releases r
    where r.project_id = ${project.id} and r.released_at <= ${ctx.now}::timestamptz and ${earlier}
    order by r.released_at desc, r.id desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}
