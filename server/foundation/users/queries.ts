import { type SelectQueryBuilder, sql } from 'kysely'
import type { listUsers } from '#contract/foundation/users.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { customAttributeConditions } from '#server/foundation/custom-attributes/filter.ts'
import { personNamed } from '#server/foundation/users/person-named.ts'
import type { Database, Db, Row } from '#server/platform/sql/database.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import type { Identity } from './identities.ts'

const c = columnsOf('users', 'c')
const i = columnsOf('userIdentities', 'i')

const basicColumns = ['u.id', 'u.username', 'u.publicEmail', 'u.name', 'u.state', 'u.avatarUploadId'] as const

const userColumns = [
  ...basicColumns,
  'u.email',
  'u.isAdmin',
  'u.isExternal',
  'u.isStaff',
  'u.isBot',
  'u.internalKind',
  'u.privateProfile',
  'u.canCreateGroup',
  'u.projectsLimit',
  'u.bio',
  'u.location',
  'u.jobTitle',
  'u.pronouns',
  'u.organization',
  'u.websiteUrl',
  'u.adminNote',
  'u.confirmedAt',
  'u.currentSignInAt',
  'u.lastSignInAt',
  'u.currentSignInIp',
  'u.lastSignInIp',
  'u.lastActivityOn',
  'u.statusEmoji',
  'u.statusMessage',
  'u.statusAvailability',
  'u.statusClearAt',
  'u.createdAt',
  'u.updatedAt',
] as const

type NamedColumn<Column extends string> = Column extends `u.${infer Name extends keyof Database['users']}`
  ? Name
  : never

export type BasicRow = Row<'users', NamedColumn<(typeof basicColumns)[number]>>

export interface UserRow extends Row<'users', NamedColumn<(typeof userColumns)[number]>> {
  readonly namespaceId: number | null
  readonly createdBy: BasicRow | null
  readonly identities: readonly Identity[]
  /** Included only if they were requested. */
  readonly customAttributes?: readonly { readonly key: string; readonly value: string }[]
}

/** The columns that presenters need of users, with the alias `u`. */
export function selectUsers(db: Db) {
  return db
    .selectFrom('users as u')
    .select(userColumns)
    .select([
      sql<number | null>`(select n.id from namespaces n where n.owner_id = u.id and n.kind = 'user')`.as('namespaceId'),
      sql<BasicRow | null>`(select ${object({
        ...c.fields('id', 'username'),
        publicEmail: c('publicEmail'),
        ...c.fields('name', 'state'),
        avatarUploadId: c('avatarUploadId'),
      })} from users c where c.id = u.created_by_id)`.as('createdBy'),
      arrayOf(
        object({ ...i.fields('provider'), externUid: i('externUid') }),
        sql`from user_identities i where i.user_id = u.id`,
        sql`i.provider`,
      ).as('identities'),
    ])
}

/** A user's row, for presenting. */
export function userRow(db: Db, id: number): Promise<UserRow | undefined> {
  return selectUsers(db).where('u.id', '=', id).executeTakeFirst()
}

export type UserFilters = InputOf<typeof listUsers>

type Users<O> = SelectQueryBuilder<Database & { u: Database['users'] }, 'u', O>

/**
 * The conditions of a list of users. Only administrators find blocked and banned users and those who wait for approval, search by email address, and
 * use the filters over fields that only they see; for others these filters do nothing.
 */
export function filterUsers<O>(ctx: Context, query: Users<O>, given: UserFilters, isAdmin: boolean): Users<O> {
  const search = given.search?.trim() ?? ''
  let found = query
    .$if(given.username !== undefined, q => q.where(sql<boolean>`lower(u.username) = lower(${given.username ?? ''})`))
    .$if(given.publicEmail !== undefined, q =>
      q.where(sql<boolean>`u.public_email <> '' and lower(u.public_email) = lower(${given.publicEmail ?? ''})`),
    )
    .$if(search !== '', q => q.where(matches(search, isAdmin)))
    .$if(given.active === true, q => q.where('u.state', '=', 'active').where('u.isBot', '=', false))
    .$if(given.blocked === true, q => q.where('u.state', 'in', ['blocked', 'banned', 'ldap_blocked']))
    .$if(given.blockedPendingApproval === true, q => q.where('u.state', '=', 'blocked_pending_approval'))
    .$if(given.humans === true, q => q.where('u.isBot', '=', false))
    .$if(given.external === true, q => q.where('u.isExternal', '=', true))
    .$if(given.excludeActive === true, q => q.where('u.state', '<>', 'active'))
    .$if(given.excludeExternal === true, q => q.where('u.isExternal', '=', false))
    .$if(given.excludeHumans === true, q => q.where('u.isBot', '=', true))
    .$if(given.excludeInternal === true || given.withoutProjectBots === true, q => q.where('u.isBot', '=', false))
  for (const condition of customAttributeConditions(ctx, 'user', sql`u.id`, given)) found = found.where(condition)
  if (!isAdmin)
    return found.where('u.state', 'not in', ['blocked', 'banned', 'blocked_pending_approval', 'ldap_blocked'])
  found = found
    .$if(given.createdAfter !== undefined, q => q.where('u.createdAt', '>', given.createdAfter ?? ctx.now))
    .$if(given.createdBefore !== undefined, q => q.where('u.createdAt', '<', given.createdBefore ?? ctx.now))
    .$if(given.admins === true, q => q.where('u.isAdmin', '=', true))
    // No user has a second factor or is an auditor.
    .$if(given.twoFactor === 'enabled' || given.auditors === true, q => q.where(sql<boolean>`false`))
    .$if(given.externUid !== undefined && given.provider !== undefined, q =>
      q.where(
        sql<boolean>`exists (select 1 from user_identities i where i.user_id = u.id
          and i.provider = ${given.provider ?? ''} and lower(i.extern_uid) = lower(${given.externUid ?? ''}))`,
      ),
    )
    .$if(given.withoutProjects === true, q =>
      q.where(
        sql<boolean>`not exists (select 1 from members m join namespaces n on n.id = m.namespace_id
          where m.user_id = u.id and n.kind = 'project')`,
      ),
    )
  return found
}

function matches(search: string, isAdmin: boolean) {
  const address = search.toLowerCase()
  const byName = personNamed(search)
  if (!address.includes('@')) return byName
  const own = isAdmin
    ? sql<boolean>`exists (select 1 from user_emails e where e.user_id = u.id and lower(e.email) = ${address} and e.confirmed_at is not null)`
    : sql<boolean>`false`
  return sql<boolean>`(${byName} or (u.public_email <> '' and lower(u.public_email) = ${address}) or ${own})`
}

const maxCounted = 10_001

/** The number of users of a list, up to the number above which no total is given. */
export async function countUsers(ctx: Context, given: UserFilters, isAdmin: boolean): Promise<number> {
  const matching = filterUsers(ctx, ctx.db.selectFrom('users as u').select('u.id'), given, isAdmin)
  const counted = await ctx.db
    .selectFrom(matching.limit(maxCounted).as('matching'))
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return counted.count
}
