import { type RawBuilder, sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { isMember } from '#server/access/levels.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleGroups, visibleNamespaces } from '#server/access/visible.ts'
import type { Actor, Context } from '#server/context.ts'
import {
  AccessLevel,
  Group,
  GroupConnection,
  groupNodeByPath,
  Namespace,
  type PlaceNode,
  placeNode,
  placesPage,
  roleAt,
} from '#server/foundation/namespaces/nodes.ts'
import { rightFields, sharedFields } from '#server/foundation/namespaces/shared-fields.ts'
import { batch } from '#server/graphql/batch.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { pageArgs } from '#server/graphql/connection.ts'
import { readLooseId } from '#server/graphql/ids.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { groupConditions } from './queries.ts'

type Right = (actor: Actor, facts: NamespaceFacts) => boolean

const permissions: Readonly<Record<string, Right>> = {
  adminAllResources: actor => actor.kind === 'user' && actor.isAdmin,
  adminIssue: (actor, facts) => may(actor, 'group:admin-labels', facts),
  adminWorkItemLifecycle: () => false,
  archiveGroup: (actor, facts) => may(actor, 'group:admin', facts),
  canLeave: (actor, facts) => facts.level > 0 && isMember(actor, facts),
  createCustomEmoji: () => false,
  createEpic: (actor, facts) => may(actor, 'group:create-epic', facts),
  createProjects: (actor, facts) => may(actor, 'group:create-project', facts),
  readCrmContact: (actor, facts) => may(actor, 'group:read-contacts', facts),
  readCrmOrganization: (actor, facts) => may(actor, 'group:read-contacts', facts),
  readGroup: (actor, facts) => may(actor, 'group:read', facts),
  removeGroup: (actor, facts) => may(actor, 'group:admin', facts),
  viewEditPage: (actor, facts) => may(actor, 'group:admin', facts),
}

interface Counts {
  readonly id: number
  readonly groups: number
  readonly projects: number
  readonly members: number
}

/** The counts of the direct children of groups that the actor may read. */
const countsOf = batch<number, Counts>(async (ctx: Context, ids) => {
  const { rows } = await sql<Counts>`
    select o.id,
      (select count(*) from namespaces n where n.parent_id = o.id and n.kind = 'group' and ${visibleGroups(ctx.actor, 'n')}) as groups,
      (select count(*) from namespaces n where n.parent_id = o.id and n.kind = 'project' and ${visibleNamespaces(ctx.actor, 'n')}) as projects,
      (select count(*) from members m where m.namespace_id = o.id and ${notExpired('m.expires_at')}) as members
    from namespaces o where o.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  const found = new Map(rows.map(row => [row.id, row]))
  return id => found.get(id) ?? { id, groups: 0, projects: 0, members: 0 }
})

/** `name_asc`, `CREATED_AT_DESC`, ...; by name when the order is not known. */
function keysOf(sort: string | null | undefined): readonly SortKey[] {
  const [, column = '', word] = /^(\w+)_(asc|desc)$/.exec((sort ?? '').toLowerCase()) ?? []
  const direction = word === 'desc' ? 'desc' : 'asc'
  const id: SortKey = { value: sql`n.id`, type: 'bigint', direction }
  switch (column) {
    case 'id':
      return [id]
    case 'created_at':
    case 'updated_at':
      return [{ value: sql.ref(`n.${column}`), type: 'timestamptz', direction }, id]
    default:
      return [{ value: column === 'path' ? sql`lower(n.path)` : nameOrder(sql`n.name`), type: 'text', direction }, id]
  }
}

const withIds = (ids: readonly string[] | null | undefined): readonly RawBuilder<unknown>[] =>
  ids == null ? [] : [sql`n.id = any (${ids.map(id => readLooseId(id, ['Group']))}::bigint[])`]

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...conditions], sql` and `)

export function groupsFields(): void {
  const Permissions = builder.objectRef<PlaceNode>('GroupPermissions').implement({
    description: 'Permissions of the current user in the group.',
    fields: t => rightFields(t, permissions),
  })
  const Sort = builder.enumType('GroupSort', {
    values: words(['CREATED_AT', 'ID', 'NAME', 'PATH', 'UPDATED_AT'].flatMap(name => [`${name}_ASC`, `${name}_DESC`])),
  })
  Group.implement({
    description: 'A group.',
    fields: t => ({
      id: t.id({ resolve: node => gid('Group', node.id) }),
      name: t.exposeString('name'),
      ...sharedFields(t),
      fullName: t.exposeString('fullName'),
      archived: t.exposeBoolean('archived'),
      webUrl: t.exposeString('webUrl', { nullable: false }),
      createdAt: t.field({ type: 'Time', resolve: node => node.createdAt }),
      updatedAt: t.field({ type: 'Time', resolve: node => node.updatedAt }),
      emailsEnabled: t.exposeBoolean('emailsEnabled'),
      emailsDisabled: t.boolean({ resolve: node => !node.emailsEnabled }),
      mentionsDisabled: t.boolean({ resolve: node => node.group?.mentions_disabled ?? null }),
      lfsEnabled: t.boolean({ resolve: node => (node.group === null ? null : false) }),
      shareWithGroupLock: t.boolean({ resolve: node => node.group?.share_with_group_lock ?? null }),
      requestAccessEnabled: t.boolean({ resolve: node => node.group?.request_access_enabled ?? null }),
      projectCreationLevel: t.string({ resolve: node => node.group?.project_creation_level ?? null }),
      subgroupCreationLevel: t.string({ resolve: node => node.group?.subgroup_creation_level ?? null }),
      requireTwoFactorAuthentication: t.boolean({ resolve: () => false }),
      twoFactorGracePeriod: t.int({ resolve: () => 48 }),
      parent: t.field({
        type: Group,
        resolve: (node, _args, context) => (node.parentId === null ? null : placeNode(context, node.parentId)),
      }),
      rootNamespace: t.field({
        type: Namespace,
        nullable: false,
        resolve: async (node, _args, context) => (await placeNode(context, node.ancestorIds[0] ?? node.id)) ?? node,
      }),
      descendantGroupsCount: t.int({
        nullable: false,
        resolve: async (node, _args, context) => (await countsOf(context, node.id)).groups,
      }),
      projectsCount: t.int({
        nullable: false,
        resolve: async (node, _args, context) => (await countsOf(context, node.id)).projects,
      }),
      groupMembersCount: t.int({
        nullable: false,
        resolve: async (node, _args, context) => (await countsOf(context, node.id)).members,
      }),
      maxAccessLevel: t.field({
        type: AccessLevel,
        nullable: false,
        resolve: (node, _args, context) => roleAt(context, node),
      }),
      userPermissions: t.field({ type: Permissions, nullable: false, resolve: node => node }),
      descendantGroups: t.field({
        type: GroupConnection,
        args: {
          ...pageArgs,
          archived: t.arg.boolean(),
          ids: t.arg.idList(),
          includeParentDescendants: t.arg.boolean({ defaultValue: true }),
          owned: t.arg.boolean(),
          search: t.arg.string(),
          sort: t.arg({ type: Sort }),
        },
        resolve: (node, args, context) => {
          const { weft } = context
          const where = all([
            sql`n.kind = 'group' and n.id <> ${node.id}`,
            visibleGroups(weft.actor, 'n'),
            args.includeParentDescendants === false
              ? sql`n.parent_id = ${node.id}`
              : sql`${node.id}::bigint = any (n.ancestor_ids)`,
            ...groupConditions(weft, {
              ...(args.archived == null ? {} : { archived: args.archived }),
              ...(args.owned ? { owned: true } : {}),
              ...(args.search ? { search: bounded('search', args.search) } : {}),
            }),
            ...withIds(args.ids),
          ])
          return placesPage(context, args, where, keysOf(args.sort))
        },
      }),
    }),
  })
  builder.queryFields(t => ({
    group: t.field({
      type: Group,
      description: 'Get a group by full path.',
      args: { fullPath: t.arg.id({ required: true }) },
      resolve: (_root, { fullPath }, { weft }) => loadIfAllowed(weft, 'group:read', groupNodeByPath, String(fullPath)),
    }),
    groups: t.field({
      type: GroupConnection,
      description: 'Groups visible to the current user.',
      args: {
        ...pageArgs,
        active: t.arg.boolean(),
        allAvailable: t.arg.boolean({ defaultValue: true }),
        ids: t.arg.idList(),
        markedForDeletionOn: t.arg({ type: 'Date' }),
        ownedOnly: t.arg.boolean(),
        parentPath: t.arg.id(),
        search: t.arg.string(),
        sort: t.arg.string(),
        topLevelOnly: t.arg.boolean(),
      },
      resolve: (_root, args, context) => {
        const { weft } = context
        const where = all([
          sql`n.kind = 'group'`,
          visibleGroups(weft.actor, 'n'),
          ...groupConditions(weft, {
            ...(args.active == null ? {} : { active: args.active }),
            ...(args.allAvailable === false ? { allAvailable: false } : {}),
            ...(args.markedForDeletionOn == null ? {} : { markedForDeletionOn: args.markedForDeletionOn }),
            ...(args.ownedOnly ? { owned: true } : {}),
            ...(args.search ? { search: bounded('search', args.search) } : {}),
            ...(args.topLevelOnly ? { topLevelOnly: true } : {}),
          }),
          ...withIds(args.ids),
          ...(args.parentPath == null
            ? []
            : [
                sql`n.parent_id = (select o.id from namespaces o where lower(o.full_path) = lower(${args.parentPath}))`,
              ]),
        ])
        return placesPage(context, args, where, keysOf(args.sort))
      },
    }),
  }))
}
