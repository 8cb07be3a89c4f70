import { type RawBuilder, sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { readsContacts } from '#server/access/visible.ts'
import { Group, type PlaceNode } from '#server/foundation/namespaces/nodes.ts'
import { batch, byId, groupedBy } from '#server/graphql/batch.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, emptyPage, type PageArgs, pageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { type InputFields, mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import {
  createContact,
  createOrganization,
  lockContact,
  lockOrganization,
  updateContact,
  updateOrganization,
} from './change.ts'
import { contactById, contactGroup, organizationById } from './find.ts'
import { contactMatches, contactOrder, contactTables, organizationMatches } from './queries.ts'

interface OrganizationNode {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly defaultRate: number | null
  readonly active: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

interface ContactNode {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly phone: string | null
  readonly description: string
  readonly active: boolean
  readonly createdAt: string
  readonly updatedAt: string
  readonly organizationId: number | null
}

/** The columns of an organization, over `organizations o`. */
const organizationColumns = sql`o.id, o.name, o.description, o.default_rate, o.active, o.created_at, o.updated_at`

/** The columns of a contact, over `contactTables`. */
const contactColumns = sql`c.id, c.first_name, c.last_name, c.email, c.phone, c.description, c.active, c.created_at, c.updated_at, c.organization_id`

/** Organizations and contacts by their ids, of groups whose contacts the actor can read. */
const organizationNode = batch<number, OrganizationNode | null>(async ({ db, actor }, ids) => {
  const { rows } = await sql<OrganizationNode>`
    select ${organizationColumns} from organizations o
    where o.id = any (${[...ids]}::bigint[]) and ${readsContacts(actor, sql.ref('o.namespace_id'))}`.execute(db)
  return byId(rows)
})

const contactNode = batch<number, ContactNode | null>(async ({ db, actor }, ids) => {
  const { rows } = await sql<ContactNode>`
    select ${contactColumns} from ${contactTables}
    where c.id = any (${[...ids]}::bigint[]) and ${readsContacts(actor, sql.ref('c.namespace_id'))}`.execute(db)
  return byId(rows)
})

/** Whether the actor can read the contacts of issues: their group has turned contacts on, and the actor has the role. */
export const readsContactsOf = batch<number, boolean>(async ({ db, actor }, ids) => {
  const { rows } = await sql<{ id: number }>`
    select i.id from issuables i join namespaces n on n.id = i.namespace_id
    where i.id = any (${[...ids]}::bigint[]) and ${readsContacts(actor, sql`n.ancestor_ids[1]`)}`.execute(db)
  const found = new Set(rows.map(row => row.id))
  return id => found.has(id)
})

/** The contacts of issues, as far as the actor can read them. */
export const contactsOfIssue = batch<number, readonly ContactNode[]>(async ({ db, actor }, ids) => {
  const { rows } = await sql<ContactNode & { readonly issuableId: number }>`
    select ic.issuable_id, ${contactColumns} from issuable_contacts ic join issuables i on i.id = ic.issuable_id
      join namespaces n on n.id = i.namespace_id join ${contactTables} on c.id = ic.contact_id and c.namespace_id = n.ancestor_ids[1]
    where ic.issuable_id = any (${[...ids]}::bigint[]) and ${readsContacts(actor, sql.ref('c.namespace_id'))}
    order by ${contactOrder}`.execute(db)
  return groupedBy(rows, row => row.issuableId)
})

const Organization = builder.objectRef<OrganizationNode>('CustomerRelationsOrganization').implement({
  description: 'An organization that contacts belong to.',
  fields: t => ({
    id: t.id({ nullable: false, resolve: ({ id }) => gid('CustomerRelations::Organization', id) }),
    name: t.exposeString('name', { nullable: false }),
    description: t.exposeString('description'),
    defaultRate: t.exposeFloat('defaultRate'),
    active: t.exposeBoolean('active', { nullable: false }),
    createdAt: t.field({ type: 'Time', nullable: false, resolve: ({ createdAt }) => createdAt }),
    updatedAt: t.field({ type: 'Time', nullable: false, resolve: ({ updatedAt }) => updatedAt }),
  }),
})
const OrganizationConnection = connectionOf(Organization)

/** @source CRM-004 */
const Contact = builder.objectRef<ContactNode>('CustomerRelationsContact').implement({
  description: 'A person outside the site, such as a customer, who is linked to issues.',
  fields: t => ({
    id: t.id({ nullable: false, resolve: ({ id }) => gid('CustomerRelations::Contact', id) }),
    firstName: t.exposeString('firstName', { nullable: false }),
    lastName: t.exposeString('lastName', { nullable: false }),
    email: t.exposeString('email'),
    phone: t.exposeString('phone'),
    description: t.exposeString('description'),
    active: t.exposeBoolean('active', { nullable: false }),
    createdAt: t.field({ type: 'Time', nullable: false, resolve: ({ createdAt }) => createdAt }),
    updatedAt: t.field({ type: 'Time', nullable: false, resolve: ({ updatedAt }) => updatedAt }),
    organization: t.field({
      type: Organization,
      resolve: ({ organizationId }, _args, context) =>
        organizationId === null ? null : organizationNode(context, organizationId),
    }),
  }),
})
export const ContactConnection = connectionOf(Contact)

interface ListArgs extends PageArgs {
  readonly ids?: readonly number[] | null | undefined
  readonly search?: string | null | undefined
  readonly sort?: string | null | undefined
  readonly state?: 'active' | 'inactive' | 'all' | null | undefined
}

interface Sorted {
  readonly value: RawBuilder<unknown>
  readonly type: SortKey['type']
  readonly isNullable?: true
}

const contactSorts: Readonly<Record<string, Sorted>> = {
  CREATED: { value: sql`c.created_at`, type: 'timestamptz' },
  DESCRIPTION: { value: sql`c.description`, type: 'text' },
  EMAIL: { value: sql`c.email`, type: 'text', isNullable: true },
  FIRST_NAME: { value: nameOrder(sql`c.first_name`), type: 'text' },
  LAST_NAME: { value: nameOrder(sql`c.last_name`), type: 'text' },
  ORGANIZATION: { value: nameOrder(sql`o.name`), type: 'text', isNullable: true },
  PHONE: { value: sql`c.phone`, type: 'text', isNullable: true },
  UPDATED: { value: sql`c.updated_at`, type: 'timestamptz' },
}

const organizationSorts: Readonly<Record<string, Sorted>> = {
  CREATED: { value: sql`o.created_at`, type: 'timestamptz' },
  DEFAULT_RATE: { value: sql`(o.default_rate * 100)::bigint`, type: 'bigint', isNullable: true },
  DESCRIPTION: { value: sql`o.description`, type: 'text' },
  NAME: { value: nameOrder(sql`o.name`), type: 'text' },
  UPDATED: { value: sql`o.updated_at`, type: 'timestamptz' },
}

const wordsOf = (sorts: Readonly<Record<string, Sorted>>): readonly string[] => [
  ...Object.keys(sorts).flatMap(name => [`${name}_ASC`, `${name}_DESC`]),
  // The older words.
  ...['created_asc', 'created_desc', 'updated_asc', 'updated_desc'],
]

function keysOf(sorts: Readonly<Record<string, Sorted>>, asked: string, id: RawBuilder<unknown>): readonly SortKey[] {
  const sort = asked.toUpperCase()
  const direction = sort.endsWith('_DESC') ? 'desc' : 'asc'
  const sorted = sorts[sort.replace(/_(?:ASC|DESC)$/, '')]
  const last: SortKey = { value: id, type: 'bigint', direction }
  return sorted === undefined ? [last] : [{ ...sorted, direction }, last]
}

/** Only a top-level group has contacts. */
async function listed<Node extends object>(
  context: GraphqlContext,
  group: PlaceNode,
  args: ListArgs,
  of: {
    readonly alias: 'c' | 'o'
    readonly columns: RawBuilder<unknown>
    readonly from: RawBuilder<unknown>
    readonly matches: (search: string) => RawBuilder<unknown>
    readonly keys: readonly SortKey[]
  },
) {
  const { actor } = context.weft
  if (group.kind !== 'group' || !may(actor, 'group:read-contacts', group.facts)) return emptyPage
  const column = (name: string) => sql.ref(`${of.alias}.${name}`)
  const search = bounded('search', args.search)?.trim() ?? ''
  const state = args.state ?? 'all'
  const where = [
    sql`${column('namespace_id')} = ${group.id} and ${readsContacts(actor, sql`${group.id}::bigint`)}`,
    ...(args.ids == null ? [] : [sql`${column('id')} = any (${[...args.ids]}::bigint[])`]),
    ...(state === 'all' ? [] : [sql`${column('active')} = ${state === 'active'}`]),
    ...(search === '' ? [] : [of.matches(search)]),
  ]
  return pageOfRows<Node>(context, args, {
    columns: of.columns,
    from: of.from,
    where: sql.join(where, sql` and `),
    keys: of.keys,
  })
}

/** The contacts and organizations of groups, and the mutations of both. @source graphql.md 5, 9.5 */
export function contactFields(): void {
  const ContactState = builder.enumType('CustomerRelationsContactState', {
    values: words(['active', 'all', 'inactive']),
  })
  const OrganizationState = builder.enumType('CustomerRelationsOrganizationState', {
    values: words(['active', 'all', 'inactive']),
  })
  const ContactSort = builder.enumType('ContactSort', { values: words(wordsOf(contactSorts)) })
  const OrganizationSort = builder.enumType('OrganizationSort', { values: words(wordsOf(organizationSorts)) })
  builder.objectFields(Group, t => ({
    contacts: t.field({
      type: ContactConnection,
      description: 'Contacts of the group.',
      args: {
        ...pageArgs,
        ids: t.arg({ type: ['CustomerRelationsContactID'] }),
        search: t.arg.string(),
        sort: t.arg({ type: ContactSort }),
        state: t.arg({ type: ContactState }),
      },
      resolve: (group, args, context) =>
        listed<ContactNode>(context, group, args, {
          alias: 'c',
          columns: contactColumns,
          from: contactTables,
          matches: contactMatches,
          keys: keysOf(contactSorts, args.sort ?? 'LAST_NAME_ASC', sql`c.id`),
        }),
    }),
    organizations: t.field({
      type: OrganizationConnection,
      description: 'Organizations of the group.',
      args: {
        ...pageArgs,
        ids: t.arg({ type: ['CustomerRelationsOrganizationID'] }),
        search: t.arg.string(),
        sort: t.arg({ type: OrganizationSort }),
        state: t.arg({ type: OrganizationState }),
      },
      resolve: (group, args, context) =>
        listed<OrganizationNode>(context, group, args, {
          alias: 'o',
          columns: organizationColumns,
          from: sql`organizations o`,
          matches: organizationMatches,
          keys: keysOf(organizationSorts, args.sort ?? 'NAME_ASC', sql`o.id`),
        }),
    }),
  }))
  contactMutations()
  organizationMutations()
}

function contactMutations(): void {
  const given = (t: InputFields) => ({
    description: t.string(),
    email: t.string(),
    organizationId: t.field({ type: 'CustomerRelationsOrganizationID' }),
    phone: t.string(),
  })
  const payload = (t: PayloadFields<{ readonly contactId: number }>) => ({
    contact: t.field({
      type: Contact,
      resolve: ({ contactId }, _args, context) => (contactId === undefined ? null : contactNode(context, contactId)),
    }),
  })
  mutation('customerRelationsContactCreate', {
    description: 'Add a contact to a group.',
    input: t => ({
      groupId: t.field({ type: 'GroupID', required: true }),
      firstName: t.string({ required: true }),
      lastName: t.string({ required: true }),
      ...given(t),
    }),
    run: async (ctx, { groupId, ...contact }) => {
      const group = await load(ctx, 'group:admin-contacts', contactGroup, groupId)
      return { contactId: await createContact(ctx, group, contact) }
    },
    payload,
  })
  mutation('customerRelationsContactUpdate', {
    description: 'Update a contact.',
    input: t => ({
      id: t.field({ type: 'CustomerRelationsContactID', required: true }),
      active: t.boolean(),
      firstName: t.string(),
      lastName: t.string(),
      ...given(t),
    }),
    current: async (ctx, { id }) => {
      const found = await load(ctx, 'group:admin-contacts', contactById, id)
      const { organizationId, ...contact } = await lockContact(ctx, found)
      return {
        ...contact,
        organizationId: organizationId === null ? null : gid('CustomerRelations::Organization', organizationId),
      }
    },
    run: async (ctx, { id, ...changes }) => {
      await updateContact(ctx, await load(ctx, 'group:admin-contacts', contactById, id), changes)
      return { contactId: id }
    },
    payload,
  })
}

function organizationMutations(): void {
  const payload = (t: PayloadFields<{ readonly organizationId: number }>) => ({
    organization: t.field({
      type: Organization,
      resolve: ({ organizationId }, _args, context) =>
        organizationId === undefined ? null : organizationNode(context, organizationId),
    }),
  })
  mutation('customerRelationsOrganizationCreate', {
    description: 'Add an organization to a group.',
    input: t => ({
      groupId: t.field({ type: 'GroupID', required: true }),
      name: t.string({ required: true }),
      description: t.string(),
      defaultRate: t.float(),
    }),
    run: async (ctx, { groupId, ...organization }) => {
      const group = await load(ctx, 'group:admin-contacts', contactGroup, groupId)
      return { organizationId: await createOrganization(ctx, group, organization) }
    },
    payload,
  })
  mutation('customerRelationsOrganizationUpdate', {
    description: 'Update an organization.',
    input: t => ({
      id: t.field({ type: 'CustomerRelationsOrganizationID', required: true }),
      active: t.boolean(),
      name: t.string(),
      description: t.string(),
      defaultRate: t.float(),
    }),
    current: async (ctx, { id }) =>
      lockOrganization(ctx, await load(ctx, 'group:admin-contacts', organizationById, id)),
    run: async (ctx, { id, ...changes }) => {
      await updateOrganization(ctx, await load(ctx, 'group:admin-contacts', organizationById, id), changes)
      return { organizationId: id }
    },
    payload,
  })
}
