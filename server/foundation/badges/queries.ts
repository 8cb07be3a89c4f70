import { sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { findRef, listRefs } from '#server/platform/git/refs/refs.ts'
import { repositoryDir, repositoryExists } from '#server/platform/git/storage.ts'
import { Paged, type Paging, pageOf } from '#server/slice.ts'
import { type BadgeValues, filled, placeholdersIn } from './address.ts'

interface BadgeRow {
  readonly id: number
  readonly name: string | null
  readonly linkUrl: string
  readonly imageUrl: string
  readonly kind: 'project' | 'group'
}

/** A project or group that the caller has loaded. */
export interface BadgePlace {
  readonly id: number
  readonly facts: NamespaceFacts
}

/** Badges that the home page of a project shows at most. */
const maxShown = 100

/** A FROM clause of `badges b` and their owners `namespaces bn`: of a project and its ancestor groups, or of a group alone. */
const badgesAt = (id: number) => sql`from namespaces n join namespaces bn on bn.id = any (n.ancestor_ids)
    join badges b on b.namespace_id = bn.id where n.id = ${id} and (n.kind = 'project' or bn.id = n.id)`
const columns = sql`b.id, b.name, b.link_url, b.image_url, bn.kind`
const order = sql`array_position(n.ancestor_ids, b.namespace_id), b.id`

/** The badges that the home of a project shows. */
export async function badgesOfHome(ctx: Context, facts: NamespaceFacts) {
  const { rows } =
    await sql<BadgeRow>`select ${columns} ${badgesAt(facts.id)} order by ${order} limit ${maxShown}`.execute(ctx.db)
  return rows.length === 0 ? [] : rendered(ctx, { id: facts.id, facts }, rows)
}

/** A page of the badges of a project and of its ancestor groups, or of a group alone. */
export async function listBadges(ctx: Context, place: BadgePlace, input: Paging & { readonly name?: string }) {
  const { page, perPage, offset } = pageOf(input)
  const named = input.name === undefined ? sql`true` : sql`b.name = ${input.name}`
  const [{ rows }, counted] = await Promise.all([
    sql<BadgeRow>`select ${columns} ${badgesAt(place.id)} and ${named} order by ${order} limit ${perPage} offset ${offset}`.execute(
      ctx.db,
    ),
    sql<{ readonly total: number }>`select count(*) as total ${badgesAt(place.id)} and ${named}`.execute(ctx.db),
  ])
  return Paged.offset(await rendered(ctx, place, rows), { page, perPage, total: counted.rows[0]?.total ?? 0 })
}

/** @throws NotFound  the place shows no such badge */
export async function showBadge(ctx: Context, place: BadgePlace, badgeId: number) {
  const { rows } = await sql<BadgeRow>`select ${columns} ${badgesAt(place.id)} and b.id = ${badgeId}`.execute(ctx.db)
  const [badge] = await rendered(ctx, place, rows)
  if (badge === undefined) throw new NotFound('Badge')
  return badge
}

/** Badges with the placeholders of their URLs filled in for a project; in a group the placeholders stay. */
export async function rendered<Badge extends Pick<BadgeRow, 'linkUrl' | 'imageUrl'>>(
  ctx: Context,
  place: BadgePlace,
  badges: readonly Badge[],
) {
  const names = new Set(badges.flatMap(each => [...placeholdersIn(each.linkUrl), ...placeholdersIn(each.imageUrl)]))
  const values = names.size === 0 || place.facts.kind !== 'project' ? {} : await valuesIn(ctx, place, names)
  return badges.map(badge => ({
    ...badge,
    renderedLinkUrl: filled(badge.linkUrl, values),
    renderedImageUrl: filled(badge.imageUrl, values),
  }))
}

/** @param names  of the placeholders in use: the repository is read only if one of them needs it */
async function valuesIn(ctx: Context, { id, facts }: BadgePlace, names: ReadonlySet<string>): Promise<BadgeValues> {
  const { rows } = await sql<{
    readonly fullPath: string
    readonly name: string
    readonly path: string
    readonly parentPath: string
    readonly rootName: string
    readonly defaultBranch: string
  }>`select n.full_path, n.name, n.path, pn.full_path as parent_path, root.name as root_name, p.default_branch
    from namespaces n join projects p on p.id = n.id join namespaces pn on pn.id = n.parent_id
    join namespaces root on root.id = n.ancestor_ids[1] where n.id = ${id}`.execute(ctx.db)
  const project = rows[0]
  if (project === undefined) return {}
  const site = new URL(ctx.services.settings.externalUrl)
  return {
    project_path: project.fullPath,
    project_title: project.name,
    project_name: project.path,
    project_id: String(id),
    project_namespace: project.parentPath,
    group_name: project.rootName,
    gitlab_server: site.host,
    default_branch: project.defaultBranch,
    ...(may(ctx.actor, 'project:read-code', facts) ? await codeValues(ctx, id, project.defaultBranch, names) : {}),
  }
}

/** Only for those who may read the code. */
async function codeValues(
  ctx: Context,
  projectId: number,
  defaultBranch: string,
  names: ReadonlySet<string>,
): Promise<BadgeValues> {
  if (!names.has('commit_sha') && !names.has('latest_tag')) return {}
  const dir = repositoryDir(ctx.services.settings.dataDir, projectId)
  if (!(await repositoryExists(dir))) return {}
  const head = names.has('commit_sha') ? await findRef(dir, 'branch', defaultBranch) : null
  const [tag] = names.has('latest_tag') ? await listRefs(dir, 'tag', { sort: 'updated_desc' }) : []
  return {
    ...(head === null ? {} : { commit_sha: head.commitId }),
    ...(tag === undefined ? {} : { latest_tag: tag.name }),
  }
}
