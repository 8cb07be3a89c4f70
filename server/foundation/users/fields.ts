import { GraphQLError } from 'graphql'
import { type RawBuilder, sql } from 'kysely'
import { userStates } from '#contract/foundation/users.ts'
import { gid } from '#contract/gid.ts'
import { isAdmin, isUser } from '#server/access/facts.ts'
import { visibleGroups } from '#server/access/visible.ts'
import { batchRows, byId } from '#server/graphql/batch.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder, dateSorts, words } from '#server/graphql/builder.ts'
import { connectionOf, emptyPage, type PageArgs, pageArgs, pageOfList, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { readLooseId } from '#server/graphql/ids.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'
import { avatarUrl, presentStatus } from './present.ts'
import { type Status, type StatusColumns, statusOf } from './profile/status.ts'
import { type BasicRow, filterUsers, type UserRow } from './queries.ts'

/** The fields of a user that most queries select, loaded together. */
export type UserNode = BasicRow & Pick<UserRow, 'isBot' | 'internalKind' | 'privateProfile'>

/** The columns of `users u` that a node needs, for other statements. */
export const userColumns = sql`u.id, u.username, u.name, u.state, u.public_email as "publicEmail", u.avatar_upload_id as "avatarUploadId",
  u.is_bot as "isBot", u.private_profile as "privateProfile", u.internal_kind as "internalKind"`

export const userNode = batchRows<UserNode, UserNode | null>(
  'users',
  ids => sql`select ${userColumns} from users u where u.id = any (${ids}::bigint[])`,
  byId,
)

type Profile = StatusColumns &
  Pick<
    UserRow,
    'id' | 'email' | 'bio' | 'location' | 'jobTitle' | 'pronouns' | 'organization' | 'createdAt' | 'lastActivityOn'
  >

const profileRow = batchRows<Profile, Profile | null>(
  'profiles',
  ids => sql`select u.id, u.email, u.bio, u.location, u.job_title as "jobTitle", u.pronouns, u.organization, iso(u.created_at) as "createdAt",
    u.last_activity_on as "lastActivityOn", u.status_emoji as "statusEmoji", u.status_message as "statusMessage",
    u.status_availability as "statusAvailability", iso(u.status_clear_at) as "statusClearAt" from users u where u.id = any (${ids}::bigint[])`,
  byId,
)

/** A user who is named by a row that exists. */
export async function userOf(context: GraphqlContext, id: number): Promise<UserNode> {
  const user = await userNode(context, id)
  if (user === null) throw new Error(`The user ${id} was deleted, but a row still refers to them`)
  return user
}

const UserState = builder.enumType('UserState', {
  values: words(userStates),
})
/** @source graphql.md 10 */
const UserType = builder.enumType('UserType', {
  values: words([
    'ADMIN_BOT',
    'ALERT_BOT',
    'AUTOMATION_BOT',
    'DUO_CODE_REVIEW_BOT',
    'GHOST',
    'HUMAN',
    'IMPORT_USER',
    'PLACEHOLDER',
    'PROJECT_BOT',
    'SECURITY_BOT',
    'SECURITY_POLICY_BOT',
    'SERVICE_ACCOUNT',
    'SERVICE_USER',
    'SUPPORT_BOT',
    'VISUAL_REVIEW_BOT',
  ]),
})

export const userTypesArg = builder.args(t => ({ userTypes: t.field({ type: [UserType] }) }))

/** Types of the server's own users, by `internal_kind`. Other bots belong to a project or group. */
const internalTypes = {
  'automation-bot': 'AUTOMATION_BOT',
  'alert-bot': 'ALERT_BOT',
  'support-bot': 'SUPPORT_BOT',
  ghost: 'GHOST',
} as const
const isInternal = (kind: string): kind is keyof typeof internalTypes => kind in internalTypes

function typeOf({ internalKind, isBot }: UserNode) {
  if (internalKind !== null && isInternal(internalKind)) return internalTypes[internalKind]
  return isBot ? 'PROJECT_BOT' : 'HUMAN'
}

/** Whether `users u` have one of some types; all do if none are given. */
export const isOfTypes = (types: readonly string[] | null | undefined): RawBuilder<boolean> =>
  types == null
    ? sql`true`
    : sql`coalesce(${JSON.stringify(internalTypes)}::jsonb ->> u.internal_kind, case when u.is_bot then 'PROJECT_BOT' else 'HUMAN' end) = any (${[...types]}::text[])`

const Availability = builder.enumType('AvailabilityEnum', {
  values: { BUSY: { value: 'busy' }, NOT_SET: { value: 'not_set' } } as const,
})
const Sort = builder.enumType('Sort', {
  values: words(dateSorts),
})

const UserStatus = builder.objectRef<Status>('UserStatus').implement({
  description: 'Status of a user.',
  fields: t => ({
    availability: t.field({ type: Availability, nullable: false, resolve: status => status.availability ?? 'not_set' }),
    clearStatusAt: t.field({ type: 'Time', resolve: status => status.clearStatusAt }),
    emoji: t.exposeString('emoji'),
    message: t.exposeString('message'),
    messageHtml: t.string({ resolve: status => presentStatus(status).messageHtml }),
  }),
})

const UserPermissions = builder.objectRef<UserNode>('UserPermissions').implement({
  description: 'Global permissions of the user.',
  fields: t => ({ createSnippet: t.boolean({ nullable: false, resolve: () => false }) }),
})

/** Fields of the profile are hidden if it is private. */
const shown = (user: UserNode, { weft: { actor } }: GraphqlContext): boolean =>
  !user.privateProfile || isUser(actor, user.id) || isAdmin(actor)

type Right = (user: UserNode, context: GraphqlContext) => boolean

const isOwn: Right = (user, { weft: { actor } }) => isUser(actor, user.id) || isAdmin(actor)

/** A field of the profile, for those who may read it. */
const profile =
  <Name extends keyof Profile>(name: Name, right: Right = shown) =>
  async (user: UserNode, _args: object, context: GraphqlContext): Promise<Profile[Name] | null> =>
    right(user, context) ? ((await profileRow(context, user.id))?.[name] ?? null) : null

/** Every kind of user has these. */
export const User = builder.interfaceRef<UserNode>('User').implement({
  description: 'A user or bot.',
  fields: t => ({
    id: t.field({ type: 'UserID', nullable: false, resolve: user => gid('User', user.id) }),
    username: t.exposeString('username', { nullable: false }),
    name: t.exposeString('name', { nullable: false }),
    state: t.field({
      type: UserState,
      nullable: false,
      // The column's check holds it to these words.
      resolve: user => user.state as (typeof userStates)[number],
    }),
    active: t.boolean({ resolve: user => user.state === 'active' }),
    avatarUrl: t.string({ resolve: (user, _args, { weft }) => avatarUrl(weft.services.settings, user) }),
    webUrl: t.string({
      nullable: false,
      resolve: (user, _args, { weft }) => `${weft.services.settings.externalUrl}/${user.username}`,
    }),
    webPath: t.string({ nullable: false, resolve: user => `/${user.username}` }),
    publicEmail: t.exposeString('publicEmail'),
    commitEmail: t.string({ resolve: profile('email', isOwn) }),
    bio: t.string({ resolve: profile('bio') }),
    location: t.string({ resolve: profile('location') }),
    jobTitle: t.string({ resolve: profile('jobTitle') }),
    pronouns: t.string({ resolve: profile('pronouns') }),
    organization: t.string({ resolve: profile('organization') }),
    createdAt: t.field({ type: 'Time', resolve: profile('createdAt') }),
    lastActivityOn: t.field({ type: 'Date', resolve: profile('lastActivityOn', isOwn) }),
    bot: t.boolean({ nullable: false, resolve: user => user.isBot }),
    human: t.boolean({ resolve: user => !user.isBot }),
    type: t.field({ type: UserType, nullable: false, resolve: typeOf }),
    status: t.field({
      type: UserStatus,
      resolve: async (user, _args, context) => {
        const row = await profileRow(context, user.id)
        if (row === null) return null
        const status = statusOf(row, context.weft.now)
        return status.emoji === null && status.message === null && status.availability === null ? null : status
      },
    }),
    userPermissions: t.field({ type: UserPermissions, nullable: false, resolve: user => user }),
  }),
})

export const UserCore = builder.objectRef<UserNode>('UserCore').implement({
  description: 'A user.',
  interfaces: [User],
})
export const CurrentUser = builder.objectRef<UserNode>('CurrentUser').implement({
  description: 'The current user.',
  interfaces: [User],
})
export const AutocompletedUser = builder.objectRef<UserNode>('AutocompletedUser').implement({
  description: 'A user in autocomplete results.',
  interfaces: [User],
})
export const UserCoreConnection = connectionOf(UserCore, { count: 'nullable' })

const sorts: Readonly<Record<string, readonly [column: string, direction: 'asc' | 'desc']>> = {
  CREATED_ASC: ['u.created_at', 'asc'],
  CREATED_DESC: ['u.created_at', 'desc'],
  UPDATED_ASC: ['u.updated_at', 'asc'],
  UPDATED_DESC: ['u.updated_at', 'desc'],
}

/** Users in an order, by default the lowest id first. */
function keysOf(sort: string | null | undefined): readonly SortKey[] {
  const [column, direction] = sorts[(sort ?? '').toUpperCase()] ?? ['u.id', 'asc']
  const id: SortKey = { value: sql`u.id`, type: 'bigint', direction }
  return column === 'u.id' ? [id] : [{ value: sql.ref(column), type: 'timestamptz', direction }, id]
}

/** A page of the users that a condition on `users u` picks. */
export function usersPage(
  context: GraphqlContext,
  args: PageArgs,
  where: RawBuilder<unknown>,
  keys: readonly SortKey[] = keysOf(null),
) {
  return pageOfRows<UserNode>(context, args, {
    columns: userColumns,
    from: sql`users u`,
    where,
    keys,
  })
}

/** A page of users who were found already. */
export const pageOfUsers = (context: GraphqlContext, args: PageArgs, users: readonly UserNode[]) =>
  pageOfList(context, args, users, user => user.id)

export function usersFields(): void {
  builder.queryFields(t => ({
    currentUser: t.field({
      type: CurrentUser,
      description: 'The current user, or null if signed out.',
      resolve: (_root, _args, context) =>
        context.weft.actor.kind === 'user' ? userNode(context, context.weft.actor.id) : null,
    }),
    user: t.field({
      type: UserCore,
      description: 'Get a user by ID or username, by default the current user.',
      args: { id: t.arg({ type: 'UserID' }), username: t.arg.string() },
      resolve: async (_root, { id, username }, context) => {
        if (typeof id === 'number' && typeof username === 'string')
          throw new GraphQLError('Provide either a single username or id')
        if (typeof id === 'number') return userNode(context, id)
        if (typeof username !== 'string')
          return context.weft.actor.kind === 'user' ? userNode(context, context.weft.actor.id) : null
        const { rows } = await sql<UserNode>`
          select ${userColumns} from users u where lower(u.username) = lower(${username})`.execute(context.weft.db)
        return rows[0] ?? null
      },
    }),
    users: t.field({
      type: UserCoreConnection,
      description: 'Search users.',
      args: {
        ...pageArgs,
        active: t.arg.boolean(),
        admins: t.arg.boolean(),
        groupId: t.arg({ type: 'GroupID' }),
        humans: t.arg.boolean(),
        ids: t.arg({ type: ['ID'] }),
        search: t.arg.string(),
        sort: t.arg({ type: Sort }),
        ...userTypesArg,
        usernames: t.arg.stringList(),
      },
      resolve: async (_root, args, context) => {
        const { weft } = context
        const { ids, usernames } = args
        // An anonymous visitor may look a user up, but not list all users.
        if (weft.actor.kind === 'anonymous' && !ids && !usernames) return emptyPage
        const numbers = ids?.map(id => readLooseId(id, ['User']))
        const names = usernames?.map(name => name.toLowerCase())
        const matching = filterUsers(
          weft,
          weft.db.selectFrom('users as u').select('u.id'),
          {
            ...(args.active ? { active: true } : {}),
            ...(args.humans ? { humans: true } : {}),
            ...(args.admins ? { admins: true } : {}),
            ...(args.search ? { search: bounded('search', args.search) } : {}),
          },
          isAdmin(weft.actor),
        )
        const conditions = [
          sql`u.id in (${matching})`,
          isOfTypes(args.userTypes),
          ...(numbers ? [sql`u.id = any (${numbers}::bigint[])`] : []),
          ...(names ? [sql`lower(u.username) = any (${names}::text[])`] : []),
          ...(typeof args.groupId === 'number'
            ? [
                sql`u.id in (select m.user_id from memberships m join namespaces g on g.id = ${args.groupId} and m.namespace_id = any (g.ancestor_ids)
                  where g.kind = 'group' and ${visibleGroups(weft.actor, 'g')})`,
              ]
            : []),
        ]
        return usersPage(context, args, sql.join(conditions, sql` and `), keysOf(args.sort))
      },
    }),
  }))
}
