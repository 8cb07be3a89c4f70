import { type RawBuilder, sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import { levelSql } from '#server/access/levels.ts'
import { may } from '#server/access/may.ts'
import { mayReadSeries } from '#server/access/readers.ts'
import { AccessLevel, AccessLevelEnum, Group, type PlaceNode, Project } from '#server/foundation/namespaces/nodes.ts'
import {
  AutocompletedUser,
  isOfTypes,
  UserCore,
  type UserNode,
  userColumns,
  userNode,
  userTypesArg,
} from '#server/foundation/users/fields.ts'
import { personNamed } from '#server/foundation/users/person-named.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, type PageArgs, pageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { readLooseId } from '#server/graphql/ids.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { memberships, type Reach } from './queries.ts'

interface MemberNode {
  readonly id: number
  readonly userId: number
  readonly accessLevel: number
  readonly createdAt: string
  readonly createdById: number | null
  readonly expiresAt: string | null
  readonly kind: 'project' | 'group'
}

/** A membership that comes by a share goes by the one in the group that it is shared with. */
const membershipId = sql`(select min(md.id) from members md where md.user_id = m.user_id and case
  when m.group_id is null then md.namespace_id = m.namespace_id
  else md.namespace_id = any ((select sg.ancestor_ids from namespaces sg where sg.id = m.group_id)::bigint[]) end)`

const columns = sql`${membershipId} as id, m.user_id, m.access_level, m.created_at, m.created_by_id, m.expires_at,
  (select mk.kind from namespaces mk where mk.id = m.namespace_id) as kind`

function keysOf(sort: string | null | undefined): readonly SortKey[] {
  const [, name, word] = /^(ACCESS_LEVEL|CREATED|USER_FULL_NAME)_(ASC|DESC)$/.exec((sort ?? '').toUpperCase()) ?? []
  const direction = word === 'DESC' ? 'desc' : 'asc'
  // A list shows each person once.
  const id: SortKey = { value: sql`m.user_id`, type: 'bigint', direction }
  switch (name) {
    case 'ACCESS_LEVEL':
      return [{ value: sql`m.access_level::integer`, type: 'integer', direction }, id]
    case 'CREATED':
      return [{ value: sql`m.created_at`, type: 'timestamptz', direction }, id]
    default:
      return [{ value: nameOrder(sql`u.name`), type: 'text', direction }, id]
  }
}

const called = (search: string | null | undefined): RawBuilder<unknown> => {
  const text = bounded('search', search) ?? ''
  return personNamed(text)
}

interface MemberArgs extends PageArgs {
  /** The ids of users. */
  readonly ids?: readonly string[] | null | undefined
  readonly userTypes?: readonly string[] | null | undefined
  readonly accessLevels?: readonly number[] | null | undefined
  readonly relations?: readonly string[] | null | undefined
  readonly search?: string | null | undefined
  readonly sort?: string | null | undefined
}

function membersPage(context: GraphqlContext, node: PlaceNode, args: MemberArgs) {
  const reach: Reach = args.relations != null && !args.relations.includes('INHERITED') ? 'direct' : 'all'
  const from = sql`${memberships(node, reach)} join users u on u.id = m.user_id`
  const conditions = [
    called(args.search),
    isOfTypes(args.userTypes),
    args.accessLevels == null ? sql`true` : sql`m.access_level = any (${[...args.accessLevels]}::smallint[])`,
    args.ids == null ? sql`true` : sql`u.id = any (${args.ids.map(id => readLooseId(id, ['User']))}::bigint[])`,
  ]
  const where = sql.join(conditions, sql` and `)
  return pageOfRows<MemberNode>(context, args, {
    columns,
    from,
    where,
    keys: keysOf(args.sort),
  })
}

const maxProposed = 20

interface Proposed {
  readonly search?: string | null | undefined
  readonly assignableTo?: IssuableSeries | null | undefined
  readonly canBeOnCall?: boolean | null | undefined
}

/**
 * Members by their names, an exact match first, as a list to choose from: all, or those who may read items of a kind
 * there, and so be assigned to them. Items of a group's projects are read by the rules of each project, so there all
 * members are proposed.
 */
async function propose(context: GraphqlContext, node: PlaceNode, { search, assignableTo, canBeOnCall }: Proposed) {
  const text = search?.trim() ?? ''
  const isBelow = node.kind === 'group' && assignableTo !== 'epic'
  const assignable =
    assignableTo == null || isBelow
      ? sql`true`
      : mayReadSeries({ namespaceId: node.id, ancestorIds: node.ancestorIds, series: assignableTo })
  // `offset 0`: rights are checked in the order of the list, until it is full.
  const { rows } = await sql<UserNode>`
    select ${userColumns} from (select u.* from ${memberships(node, 'all')} join users u on u.id = m.user_id
      where u.state = 'active' and ${called(text)}
      order by lower(u.username) = lower(${text}) desc, starts_with(lower(u.username), lower(${text})) desc, ${nameOrder(sql`u.name`)}, u.id offset 0) u
    where ${assignable} and (${canBeOnCall !== true} or not u.is_bot and (u.is_admin
      or access_level_of(u.id, ${[...node.ancestorIds]}::bigint[]) >= ${levelSql('reporter')}))
    limit ${maxProposed}`.execute(context.weft.db)
  return rows
}

export function membersFields(): void {
  const Member = builder.interfaceRef<MemberNode>('MemberInterface').implement({
    description: 'A user with a role.',
    resolveType: member => (member.kind === 'group' ? 'GroupMember' : 'ProjectMember'),
    fields: t => ({
      id: t.id({
        nullable: false,
        resolve: member => gid(member.kind === 'group' ? 'GroupMember' : 'ProjectMember', member.id),
      }),
      accessLevel: t.field({ type: AccessLevel, resolve: member => ({ level: member.accessLevel }) }),
      createdAt: t.field({ type: 'Time', resolve: member => member.createdAt }),
      createdBy: t.field({
        type: UserCore,
        resolve: (member, _args, context) =>
          member.createdById === null ? null : userNode(context, member.createdById),
      }),
      expiresAt: t.field({ type: 'Time', resolve: member => member.expiresAt }),
      user: t.field({ type: UserCore, resolve: (member, _args, context) => userNode(context, member.userId) }),
    }),
  })
  builder.objectRef<MemberNode>('ProjectMember').implement({
    description: 'A member of a project.',
    interfaces: [Member],
  })
  const GroupMember = builder
    .objectRef<MemberNode>('GroupMember')
    .implement({ description: 'A member of a group.', interfaces: [Member] })
  const MemberConnection = connectionOf(Member)
  const GroupMemberConnection = connectionOf(GroupMember)
  const ProjectRelation = builder.enumType('ProjectMemberRelation', {
    values: words(['DESCENDANTS', 'DIRECT', 'INHERITED', 'INVITED_GROUPS', 'SHARED_INTO_ANCESTORS']),
  })
  const GroupRelation = builder.enumType('GroupMemberRelation', {
    values: words(['DESCENDANTS', 'DIRECT', 'INHERITED', 'SHARED_FROM_GROUPS']),
  })
  const AssignableKind = builder.enumType('AssignableKind', {
    description: 'A kind of item that users can be assigned to.',
    values: {
      ISSUE: { value: 'issue' },
      EPIC: { value: 'epic' },
      MERGE_REQUEST: { value: 'merge_request' },
      ALERT: { value: 'alert' },
    } as const,
  })
  const proposed = builder.args(t => ({
    search: t.string(),
    assignableTo: t.field({
      type: AssignableKind,
      description: 'Only users who can be assigned to items of this kind.',
    }),
    canBeOnCall: t.boolean({ description: 'Only users who can be on call, and so lead the response to an incident.' }),
  }))
  const MemberSort = builder.enumType('MemberSort', {
    values: words([
      'ACCESS_LEVEL_ASC',
      'ACCESS_LEVEL_DESC',
      'CREATED_ASC',
      'CREATED_DESC',
      'USER_FULL_NAME_ASC',
      'USER_FULL_NAME_DESC',
      'created_asc',
      'created_desc',
    ]),
  })
  const common = builder.args(t => ({
    accessLevels: t.field({ type: [AccessLevelEnum] }),
    ids: t.idList({ description: 'IDs of users.' }),
    search: t.string(),
    sort: t.field({ type: MemberSort }),
  }))
  builder.objectFields(Project, t => ({
    projectMembers: t.field({
      type: MemberConnection,
      args: {
        ...pageArgs,
        ...common,
        ...userTypesArg,
        relations: t.arg({ type: [ProjectRelation], defaultValue: ['DIRECT', 'INHERITED'] }),
      },
      resolve: (node, args, context) =>
        may(context.weft.actor, 'project:read-members', node.facts) ? membersPage(context, node, args) : null,
    }),
    autocompleteUsers: t.field({
      type: [AutocompletedUser],
      description: 'Users for autocomplete.',
      args: proposed,
      resolve: (node, args, context) =>
        may(context.weft.actor, 'project:read-members', node.facts) ? propose(context, node, args) : null,
    }),
  }))
  builder.objectFields(Group, t => ({
    groupMembers: t.field({
      type: GroupMemberConnection,
      args: {
        ...pageArgs,
        ...common,
        relations: t.arg({ type: [GroupRelation], defaultValue: ['DIRECT', 'INHERITED'] }),
      },
      resolve: (node, args, context) =>
        may(context.weft.actor, 'group:read-members', node.facts) ? membersPage(context, node, args) : null,
    }),
    autocompleteUsers: t.field({
      type: [AutocompletedUser],
      description: 'Users for autocomplete.',
      args: proposed,
      resolve: (node, args, context) =>
        may(context.weft.actor, 'group:read-members', node.facts) ? propose(context, node, args) : null,
    }),
  }))
}
