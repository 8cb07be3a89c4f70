import { type RawBuilder, sql } from 'kysely'
import * as contract from '#contract/foundation/accounts.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { isAdmin, isUser } from '#server/access/facts.ts'
import { type Context, selfId } from '#server/context.ts'
import { Forbidden, NotFound } from '#server/errors.ts'
import { namedLike } from '#server/foundation/namespaces/cards.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { namespaceWebUrl, publicGroupJson } from '#server/foundation/namespaces/present.ts'
import { userById, userByIdOrUsername } from '#server/foundation/users/find.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer, type Paging, pageOf, pageOfJson } from '#server/slice.ts'
import { listProjectsFor } from './queries.ts'

const n = columnsOf('namespaces', 'n')
const u = columnsOf('users', 'u')

const isCurrent = notExpired('m.expires_at')

function memberships(ctx: Context, userId: number, input: InputOf<typeof contract.listMemberships>) {
  const kind = input.type === undefined ? sql`` : sql`and n.kind = ${input.type === 'Project' ? 'project' : 'group'}`
  return pageOfJson<never>(ctx, input, {
    item: object({
      source_id: n('id'),
      source_name: n('name'),
      source_type: sql`case n.kind when 'project' then 'Project' else 'Namespace' end`,
      access_level: sql`m.access_level`,
    }),
    matching: sql`members m join namespaces n on n.id = m.namespace_id where m.user_id = ${userId} and n.kind <> 'user' and ${isCurrent} ${kind}`,
    order: sql`m.id`,
  })
}

async function associations(ctx: Context, userId: number) {
  const { rows } = await sql<ReplyOf<typeof contract.getAssociationsCount>>`
    select (select count(*) from members m join namespaces n on n.id = m.namespace_id where m.user_id = ${userId} and n.kind = 'group' and ${isCurrent}) as groups_count,
      (select count(*) from members m join namespaces n on n.id = m.namespace_id where m.user_id = ${userId} and n.kind = 'project' and ${isCurrent}) as projects_count,
      (select count(*) from issuables i where i.author_id = ${userId} and i.series = 'issue') as issues_count,
      0 as merge_requests_count`.execute(ctx.db)
  return rows[0] ?? { groupsCount: 0, projectsCount: 0, issuesCount: 0, mergeRequestsCount: 0 }
}

function activities(ctx: Context, input: InputOf<typeof contract.listActivities>) {
  const from = input.from === undefined ? sql`current_date - interval '6 months'` : sql`${input.from}::date`
  return pageOfJson<never>(ctx, input, {
    item: object({ ...u.fields('username', 'lastActivityOn'), last_activity_at: u('lastActivityOn') }),
    matching: sql`users u where u.last_activity_on >= ${from}`,
    order: sql`u.last_activity_on, u.id`,
  })
}

/** The groups and projects that the actor can access by membership, as two lists. */
async function reach(ctx: Context, userId: number, input: InputOf<typeof contract.getTokenAssociations>) {
  const { perPage, offset } = pageOf(input)
  const of = (kind: 'group' | 'project') => sql`coalesce((select json_agg(${object({
    ...n.fields('id'),
    web_url: namespaceWebUrl(ctx.services.settings, 'n'),
    ...n.fields('name', 'parentId'),
    organization_id: sql.lit(1),
    access_levels: sql`n.level`,
    ...n.fields('visibility'),
  })} order by n.id)
    from (select n.*, access_level_of(${userId}, n.ancestor_ids) as level from namespaces n
      where n.kind = ${kind} and n.ancestor_ids && (select array_agg(m.namespace_id) from memberships m where m.user_id = ${userId})
        and access_level_of(${userId}, n.ancestor_ids) >= ${input.minAccessLevel ?? 5}
      order by n.id limit ${perPage} offset ${offset}) n), '[]')`
  const { rows } = await sql<{ shown: string }>`
    select ${object({ groups: of('group'), projects: of('project') })}::text as shown`.execute(ctx.db)
  return new RawJson(rows[0]?.shown ?? '{}')
}

/** Groups in which the actor may create projects or groups, and so move them there. */
function locations(
  ctx: Context,
  input: Paging & { readonly search?: string },
  { without, levels }: { readonly without: RawBuilder<unknown>; readonly levels: RawBuilder<unknown> },
) {
  const { actor } = ctx
  const level =
    actor.kind !== 'user'
      ? sql`false`
      : isAdmin(actor)
        ? sql`true`
        : sql`access_level_of(${actor.id}, n.ancestor_ids) >= ${levels}`
  return pageOfJson<never>(ctx, input, {
    item: publicGroupJson(ctx.services.settings),
    matching: sql`namespaces n join groups g on g.id = n.id
      where n.kind = 'group' and not n.inactive and ${level} and ${without}
        and ${namedLike(input.search)}`,
    order: sql`${nameOrder(sql`n.full_name`)}, n.id`,
  })
}

const toProject = sql`case g.project_creation_level when 'developer' then 30 when 'maintainer' then 40 when 'owner' then 50 else 60 end`
const toGroup = sql`case g.subgroup_creation_level when 'maintainer' then 40 else 50 end`

/** Operations on a person's account and namespaces, used mostly by programs that administer the site. */
export const accountAnswers: readonly Answer[] = [
  answer(contract.listMemberships, {
    about: userById,
    ability: 'user:admin',
    run: (ctx, user, input) => memberships(ctx, user.id, input),
  }),
  answer(contract.getAssociationsCount, {
    about: userById,
    ability: 'user:read',
    run: (ctx, user) => {
      if (!isUser(ctx.actor, user.id) && !isAdmin(ctx.actor)) throw new Forbidden()
      return associations(ctx, user.id)
    },
  }),
  answer(contract.listActivities, { for: 'admin', run: activities }),
  answer(contract.listContributedProjects, {
    for: 'anyone',
    run: async (ctx, { userId, ...input }) => {
      const user = await userByIdOrUsername(ctx.db, String(userId))
      if (user === null || user.kind !== 'user') throw new NotFound('User')
      return listProjectsFor(
        ctx,
        input,
        // Users with a private profile keep this private too.
        sql<boolean>`n.id in (select i.namespace_id from issuables i where i.author_id = ${user.id} and not i.confidential
            union select o.namespace_id from notes o where o.author_id = ${user.id} and not o.system and not o.internal)
          and not exists (select 1 from users u where u.id = ${user.id} and u.private_profile and not ${isUser(ctx.actor, user.id) || isAdmin(ctx.actor)})`,
      )
    },
  }),
  answer(contract.getTokenAssociations, {
    for: 'signed-in',
    run: (ctx, input) => reach(ctx, selfId(ctx), input),
  }),
  answer(contract.listProjectLocations, {
    about: projectByRef,
    ability: 'project:own',
    run: (ctx, project, input) =>
      locations(ctx, input, { levels: toProject, without: sql`n.id <> ${project.parentId}` }),
  }),
  answer(contract.listGroupLocations, {
    about: groupByRef,
    ability: 'group:admin',
    run: (ctx, group, input) =>
      locations(ctx, input, {
        levels: toGroup,
        without: sql`not (n.ancestor_ids @> array[${group.id}]::bigint[]) and n.id <> ${group.parentId ?? 0}`,
      }),
  }),
]
