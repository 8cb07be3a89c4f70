import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, type Paging, pageOf } from '#server/slice.ts'

const k = columnsOf('deployKeys', 'k')
const kp = columnsOf('deployKeysProjects', 'kp')
const n = columnsOf('namespaces', 'n')

/** Deploy keys that a project has at most. */
export const maxDeployKeys = 100

const sharedFields = {
  ...k.fields('id', 'title', 'key'),
  fingerprint: k('fingerprintMd5'),
  fingerprint_sha256: k('fingerprint'),
  ...k.moments('createdAt', 'expiresAt'),
}

const ofProject = (projectId: number): RawBuilder<unknown> =>
  sql`deploy_keys_projects kp join deploy_keys k on k.id = kp.deploy_key_id where kp.namespace_id = ${projectId}`

export async function pageOfDeployKeys(ctx: Context, projectId: number, paging: Paging) {
  const { page, perPage, offset } = pageOf(paging)
  const { rows } = await sql<{ json: string; total: number }>`
    select ${object({ ...sharedFields, ...kp.fields('canPush') })}::text as json, count(*) over () as total
    from ${ofProject(projectId)} order by k.id limit ${perPage} offset ${offset}`.execute(ctx.db)
  const total = rows[0]?.total ?? 0
  return Paged.offset<never[]>(new RawJson(`[${rows.map(row => row.json).join(',')}]`), { page, perPage, total })
}

/** @throws NotFound  the project has no such key */
export async function showDeployKey(ctx: Context, projectId: number, keyId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${object({ ...sharedFields, ...kp.fields('canPush') })}::text as json
    from ${ofProject(projectId)} and k.id = ${keyId}`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) throw new NotFound('Deploy Key')
  return new RawJson(found.json)
}

/** All keys of a project: `maxDeployKeys` bounds them. */
export async function deployKeysForPage(ctx: Context, projectId: number): Promise<RawJson> {
  const creator = userBasicJson(ctx.services.settings, 'u')
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(${object({
      ...sharedFields,
      ...kp.fields('canPush'),
      ...k.moments('lastUsedAt'),
      creator: sql`(select ${creator} from users u where u.id = k.creator_id)`,
    })} order by k.id), '[]')::text as json
    from ${ofProject(projectId)}`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? '[]')
}

/** The keys of all projects, for administrators. */
export async function pageOfAllDeployKeys(ctx: Context, paging: Paging) {
  const { page, perPage, offset } = pageOf(paging)
  const project = object({
    ...n.fields('id', 'description', 'name'),
    name_with_namespace: n('fullName'),
    ...n.fields('path'),
    path_with_namespace: n('fullPath'),
    ...n.moments('createdAt'),
  })
  const projects = (canPush: boolean) =>
    arrayOf(
      project,
      sql`from deploy_keys_projects kp
    join namespaces n on n.id = kp.namespace_id where kp.deploy_key_id = k.id and kp.can_push = ${canPush}`,
      sql`n.id`,
    )
  const { rows } = await sql<{ json: string; total: number }>`
    select ${object({
      ...sharedFields,
      projects_with_write_access: projects(true),
      projects_with_readonly_access: projects(false),
    })}::text as json, count(*) over () as total
    from deploy_keys k order by k.id limit ${perPage} offset ${offset}`.execute(ctx.db)
  const total = rows[0]?.total ?? 0
  return Paged.offset<never[]>(new RawJson(`[${rows.map(row => row.json).join(',')}]`), { page, perPage, total })
}
