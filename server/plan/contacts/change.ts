import { sql } from 'kysely'
import { groupTopic } from '#contract/live-topics.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { withoutUndefined } from '#server/platform/without-undefined.ts'
import { checkedDescription, checkedEmail, checkedName, checkedPhone } from './fields-given.ts'
import type { ContactGroup } from './find.ts'

interface ContactGiven {
  readonly firstName?: Maybe<string>
  readonly lastName?: Maybe<string>
  readonly email?: Maybe<string>
  readonly phone?: Maybe<string>
  readonly description?: Maybe<string>
  /** Null: of no organization. */
  readonly organizationId?: Maybe<number>
  readonly active?: Maybe<boolean>
}

interface OrganizationGiven {
  readonly name?: Maybe<string>
  readonly description?: Maybe<string>
  readonly defaultRate?: Maybe<number>
  readonly active?: Maybe<boolean>
}

type Admin<Row> = Allowed<'group:admin-contacts', Row>
type Owned = { readonly id: number; readonly namespaceId: number }

/** Add a contact to a group. @throws Invalid */
export async function createContact(ctx: Context, group: Admin<ContactGroup>, given: ContactGiven): Promise<number> {
  await checkOrganization(ctx, group.id, given.organizationId)
  const { id } = await unlessTaken('email', () =>
    ctx.db
      .insertInto('contacts')
      .values({
        namespaceId: group.id,
        organizationId: given.organizationId ?? null,
        firstName: checkedName('firstName', given.firstName ?? ''),
        lastName: checkedName('lastName', given.lastName ?? ''),
        email: checkedEmail(given.email ?? null),
        phone: checkedPhone(given.phone ?? null),
        description: checkedDescription(given.description ?? null),
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await ctx.events.record('contact.created', { contactId: id }, placeOf(group.id))
  return id
}

/** Change a contact; fields that are left out stay. @throws Invalid */
export async function updateContact(ctx: Context, contact: Admin<Owned>, given: ContactGiven): Promise<void> {
  await checkOrganization(ctx, contact.namespaceId, given.organizationId)
  const changes = withoutUndefined({
    organizationId: given.organizationId,
    firstName: given.firstName == null ? undefined : checkedName('firstName', given.firstName),
    lastName: given.lastName == null ? undefined : checkedName('lastName', given.lastName),
    email: given.email === undefined ? undefined : checkedEmail(given.email),
    phone: given.phone === undefined ? undefined : checkedPhone(given.phone),
    description: given.description === undefined ? undefined : checkedDescription(given.description),
    active: given.active ?? undefined,
  })
  await unlessTaken('email', () =>
    ctx.db
      .updateTable('contacts')
      .set({ ...changes, updatedAt: ctx.now })
      .where('id', '=', contact.id)
      .execute(),
  )
  await ctx.events.record('contact.updated', { contactId: contact.id }, placeOf(contact.namespaceId))
}

/** Add an organization to a group. @throws Invalid */
export async function createOrganization(
  ctx: Context,
  group: Admin<ContactGroup>,
  given: OrganizationGiven,
): Promise<number> {
  const { id } = await unlessTaken('name', () =>
    ctx.db
      .insertInto('organizations')
      .values({
        namespaceId: group.id,
        name: checkedName('name', given.name ?? ''),
        description: checkedDescription(given.description ?? null),
        defaultRate: checkedRate(given.defaultRate ?? null),
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await ctx.events.record('organization.created', { organizationId: id }, placeOf(group.id))
  return id
}

/** Change an organization; fields that are left out stay. @throws Invalid */
export async function updateOrganization(
  ctx: Context,
  organization: Admin<Owned>,
  given: OrganizationGiven,
): Promise<void> {
  const changes = withoutUndefined({
    name: given.name == null ? undefined : checkedName('name', given.name),
    description: given.description === undefined ? undefined : checkedDescription(given.description),
    defaultRate: given.defaultRate === undefined ? undefined : checkedRate(given.defaultRate),
    active: given.active ?? undefined,
  })
  await unlessTaken('name', () =>
    ctx.db
      .updateTable('organizations')
      .set({ ...changes, updatedAt: ctx.now })
      .where('id', '=', organization.id)
      .execute(),
  )
  await ctx.events.record(
    'organization.updated',
    { organizationId: organization.id },
    placeOf(organization.namespaceId),
  )
}

/** The contact as it is, held until the transaction ends. */
export const lockContact = (ctx: Context, { id }: Admin<Owned>) =>
  ctx.db.selectFrom('contacts').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()

/** The same of an organization. */
export const lockOrganization = (ctx: Context, { id }: Admin<Owned>) =>
  ctx.db.selectFrom('organizations').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()

const placeOf = (groupId: number) => ({ namespaceId: groupId, topics: [groupTopic(groupId)] })

const largestRate = 1e15

function checkedRate(rate: number | null): number | null {
  if (rate === null) return null
  if (!Number.isFinite(rate) || Math.abs(rate) >= largestRate) throw new Invalid({ defaultRate: ['is out of range'] })
  return rate
}

async function checkOrganization(ctx: Context, groupId: number, id: Maybe<number>): Promise<void> {
  if (id == null) return
  const { rows } = await sql`
    select 1 from organizations where id = ${id} and namespace_id = ${groupId} for key share`.execute(ctx.db)
  if (rows.length === 0) throw new Invalid({ organization: ['could not be found'] })
}

async function unlessTaken<T>(field: 'email' | 'name', write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isTaken(error, field === 'email' ? 'contacts_by_email' : 'organizations_by_name'))
      throw new Invalid({ [field]: ['has already been taken'] }, { cause: error })
    throw error
  }
}
