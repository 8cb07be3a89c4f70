import { sql } from 'kysely'
import { GroupHome, ProjectHome } from '#contract/foundation/namespaces.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { hasRole, levelOf } from '#server/access/levels.ts'
import { flags, may } from '#server/access/may.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import { visibleGroups, visibleNamespaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { Moved, NotFound } from '#server/errors.ts'
import { badgesOfHome } from '#server/foundation/badges/queries.ts'
import { groupCard, namedLike, pendingCards, placeColumns, projectCard } from '#server/foundation/namespaces/cards.ts'
import { featureLevelColumns } from '#server/foundation/namespaces/feature-level-columns.ts'
import { keepsContacts } from '#server/foundation/namespaces/header.ts'
import { refuseMoved } from '#server/foundation/namespaces/moved.ts'
import { licenseJson } from '#server/foundation/projects/license.ts'
import { sshBase } from '#server/foundation/projects/ssh-url.ts'
import { avatarSql } from '#server/foundation/users/present.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { RawJson, withMembers } from '#server/platform/text/raw-json.ts'
import { type Paging, pageOf } from '#server/slice.ts'

const p = columnsOf('projects', 'p')
const fs = columnsOf('namespaces', 'fs')
const u = columnsOf('users', 'u')

interface HomeInput extends Paging {
  readonly namespace: string
  readonly search?: string
}

/**
 * The page at a path, in a fixed number of statements.
 *
 * @throws NotFound  nothing that the actor may know of
 * @throws Moved  the path is a former one, or that of a page of a project
 */
export async function homeAt(ctx: Context, input: HomeInput): Promise<RawJson> {
  const { rows } = await sql<{ kind: 'project' | 'group' | 'user'; facts: NamespaceFacts }>`
    select n.kind, ${namespaceFacts(ctx.actor, 'n')} as facts from namespaces n where lower(n.full_path) = lower(${input.namespace})`.execute(
    ctx.db,
  )
  const found = rows[0]
  if (found === undefined) {
    await refuseMoved(ctx, input.namespace, 'project')
    await refuseMoved(ctx, input.namespace, 'group')
    await leadToActivity(ctx, input.namespace)
    throw new NotFound()
  }
  const { kind, facts } = found
  switch (kind) {
    case 'project':
      if (!may(ctx.actor, 'project:read', facts)) throw new NotFound()
      return projectHome(ctx, facts)
    case 'group':
      if (!may(ctx.actor, 'group:read', facts)) throw new NotFound()
      return groupHome(ctx, facts, input)
    case 'user':
      if (!may(ctx.actor, 'namespace:read', facts)) throw new NotFound()
      return userHome(ctx, facts, input)
    default:
      return kind satisfies never
  }
}

/**
 * GitLab has the activity of a project below its plain path, where a project or group of that name may be too.
 *
 * @throws Moved  to the page of the activity
 */
async function leadToActivity(ctx: Context, address: string): Promise<void> {
  const [, path] = /^(.+)\/activity$/i.exec(address) ?? []
  if (path === undefined) return
  const { rows } = await sql<{ id: number; fullPath: string; facts: NamespaceFacts }>`
    select n.id, n.full_path, ${namespaceFacts(ctx.actor, 'n')} as facts from namespaces n
    where lower(n.full_path) = lower(${path}) and n.kind = 'project'`.execute(ctx.db)
  const found = rows[0]
  if (found !== undefined && may(ctx.actor, 'project:read', found.facts))
    throw new Moved(found.id, `${found.fullPath}/-/activity`, address)
}

async function projectHome(ctx: Context, facts: NamespaceFacts): Promise<RawJson> {
  const site = sql.lit(ctx.services.settings.externalUrl)
  const isStarred =
    ctx.actor.kind === 'user'
      ? sql`exists (select 1 from stars st where st.project_id = n.id and st.user_id = ${ctx.actor.id})`
      : sql`false`
  const needsSshKey =
    ctx.actor.kind === 'user' && sshBase(ctx.services.settings) !== null && may(ctx.actor, 'project:push-code', facts)
      ? sql`not exists (select 1 from ssh_keys k where k.user_id = ${ctx.actor.id})`
      : sql`false`
  const counted = hasRole(ctx.actor, facts, 'planner')
    ? sql`p.open_issues_count`
    : sql`p.open_issues_count - p.open_confidential_issues_count`
  const openMergeRequests = may(ctx.actor, 'project:read-merge-requests', facts)
    ? sql`p.open_merge_requests_count`
    : sql`null::integer`
  const openIssues = may(ctx.actor, 'project:read-issues', facts) ? counted : sql`null::integer`
  const license = may(ctx.actor, 'project:read-code', facts)
    ? sql`(select ${object({ name: sql`shown ->> 'name'`, path: p('licensePath') })} from (select ${licenseJson} as shown) l where shown is not null)`
    : sql`null::json`
  const finding = sql<{ shown: string }>`
    select row_to_json(home)::text as shown from (
      select ${placeColumns(ctx)}, array_remove(n.ancestor_ids, n.id) as ancestor_ids, ${site} || '/' || n.full_path || '.git' as http_url_to_repo,
        ${sql.lit(sshBase(ctx.services.settings))} || n.full_path || '.git' as ssh_url_to_repo, ${needsSshKey} as needs_ssh_key, p.default_branch,
        p.last_pushed_at is null as is_empty, p.topics, p.star_count, p.forks_count, p.import_status,
        (select ${object({ ...fs.fields('fullName', 'fullPath') })} from namespaces fs
          where fs.id = p.forked_from_id and ${visibleNamespaces(ctx.actor, 'fs')}) as forked_from, p.commit_count, ${openIssues} as open_issues_count,
        ${openMergeRequests} as open_merge_requests_count,
        ${license} as license, ${isStarred} as is_starred, iso(p.last_activity_at) as last_activity_at, ${featureLevelColumns},
        ${levelOf(ctx.actor, facts)}::integer as access_level,
        ${keepsContacts(ctx.actor, facts)} as keeps_contacts,
        ${JSON.stringify(snakeFlags(flags(ctx.actor, 'project', facts), ProjectHome.properties.permissions))}::json as permissions
      from namespaces n join projects p on p.id = n.id where n.id = ${facts.id}) home`.execute(ctx.db)
  const [{ rows }, badges] = await Promise.all([finding, badgesOfHome(ctx, facts)])
  const home = rows[0]?.shown
  return homeJson('project', home && withMembers(home, { badges: badges.map(snakeBadge) }).text)
}

/** The home of a group whose facts allow it to be read. */
export async function groupHome(ctx: Context, facts: NamespaceFacts, input: HomeInput): Promise<RawJson> {
  const { perPage, offset } = pageOf(input)
  const isSearch = (input.search ?? '').trim() !== ''
  const below = isSearch
    ? sql`n.ancestor_ids @> array[${facts.id}]::bigint[] and n.id <> ${facts.id} and ${namedLike(input.search)}`
    : sql`n.parent_id = ${facts.id}`
  // All items of a group that waits for its deletion do so too.
  const shownToo = sql`(not n.pending_deletion or ${facts.pendingDeletion})`
  const pending = may(ctx.actor, 'group:admin', facts)
    ? pendingCards(ctx, sql`n.ancestor_ids @> array[${facts.id}]::bigint[] and n.id <> ${facts.id}`)
    : sql`'[]'::json`
  const { rows } = await sql<{ shown: string }>`
    with listed as (
      select n.kind, n.id, row_number() over (order by n.kind, ${nameOrder(sql`n.name`)}, n.id) as place from namespaces n
      where ${below} and ${shownToo} and ((n.kind = 'group' and ${visibleGroups(ctx.actor, 'n')}) or (n.kind = 'project' and ${visibleNamespaces(ctx.actor, 'n')}))
      order by place limit ${perPage + 1} offset ${offset}
    ), shown as (select * from listed order by place limit ${perPage})
    select row_to_json(home)::text as shown from (
      select ${placeColumns(ctx)}, ${keepsContacts(ctx.actor, facts)} as keeps_contacts, ${levelOf(ctx.actor, facts)}::integer as access_level,
        ${JSON.stringify(snakeFlags(flags(ctx.actor, 'group', facts), GroupHome.properties.permissions))}::json as permissions,
        coalesce((select json_agg(${groupCard(ctx)} order by s.place) from shown s join namespaces n on n.id = s.id where s.kind = 'group'), '[]'::json) as groups,
        coalesce((select json_agg(${projectCard(ctx)} order by s.place) from shown s join namespaces n on n.id = s.id
          join projects p on p.id = n.id where s.kind = 'project'), '[]'::json) as projects,
        ${pending} as pending,
        (select count(*) from listed) > ${perPage} as has_next
      from namespaces n where n.id = ${facts.id}) home`.execute(ctx.db)
  return homeJson('group', rows[0]?.shown)
}

async function userHome(ctx: Context, facts: NamespaceFacts, input: HomeInput): Promise<RawJson> {
  const { perPage, offset } = pageOf(input)
  const site = sql.lit(ctx.services.settings.externalUrl)
  const isSelf = ctx.actor.kind === 'user' && ctx.actor.id === facts.ownerId
  const seesAll = isSelf || (ctx.actor.kind === 'user' && ctx.actor.isAdmin)
  const { rows } = await sql<{ shown: string }>`
    with listed as (
      select n.id, row_number() over (order by p.last_activity_at desc, n.id desc) as place from namespaces n join projects p on p.id = n.id
      where n.parent_id = ${facts.id} and not n.pending_deletion and ${visibleNamespaces(ctx.actor, 'n')} and ${namedLike(input.search)}
      order by place limit ${perPage + 1} offset ${offset}
    ), shown as (select * from listed order by place limit ${perPage})
    select row_to_json(home)::text as shown from (
      select u.id, n.id as namespace_id, u.username, u.name, u.state, u.is_bot,
        ${avatarSql('u', site)} as avatar_url,
        ${site} || '/' || u.username as web_url,
        case when ${seesAll} or not u.private_profile then ${object({ ...u.fields('bio', 'location', 'jobTitle', 'organization', 'pronouns', 'websiteUrl', 'publicEmail'), ...u.moments('createdAt') })} end as profile,
        case when (u.status_emoji is not null or u.status_message is not null or u.status_availability = 'busy')
            and (u.status_clear_at is null or u.status_clear_at > ${ctx.now}::timestamptz)
          then ${object({
            emoji: u('statusEmoji'),
            message: u('statusMessage'),
            availability: u('statusAvailability'),
          })} end as status,
        ${isSelf}::boolean as is_self,
        coalesce((select json_agg(${projectCard(ctx)} order by s.place) from shown s join namespaces n on n.id = s.id
          join projects p on p.id = n.id), '[]'::json) as projects,
        (select count(*) from listed) > ${perPage} as has_next
      from namespaces n join users u on u.id = n.owner_id where n.id = ${facts.id}) home`.execute(ctx.db)
  return homeJson('user', rows[0]?.shown)
}

const snakeBadge = (badge: object) =>
  Object.fromEntries(Object.entries(badge).map(([name, value]) => [snakeCase(name), value]))

function homeJson(kind: 'project' | 'group' | 'user', shown: string | undefined): RawJson {
  if (shown === undefined) throw new NotFound()
  return new RawJson(`{"kind":"${kind}","${kind}":${shown}}`)
}

/** The flags a page is promised, with the names of the wire, for JSON that passes the door as it is. */
function snakeFlags(
  all: Readonly<Record<string, boolean>>,
  { properties }: { readonly properties: object },
): Readonly<Record<string, boolean>> {
  return Object.fromEntries(Object.keys(properties).map(name => [snakeCase(name), all[name] === true]))
}
