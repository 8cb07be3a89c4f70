import { sql } from 'kysely'
import { completeContacts } from '#contract/discuss/completion.ts'
import { getGroupContactsPage, getGroupOrganizationsPage } from '#contract/plan/contacts/contacts.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { placeHeaderJson } from '#server/foundation/namespaces/header.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer } from '#server/slice.ts'
import { type ContactGroup, contactGroupByPath } from './find.ts'
import { listContacts, listOrganizations, suggestContacts } from './queries.ts'

type ReadGroup = Allowed<'group:read-contacts', ContactGroup>

async function around(ctx: Context, group: ReadGroup) {
  const { rows } = await sql<{ header: string }>`
    select ${placeHeaderJson(ctx.services.settings, ctx.actor, group.facts, null)}::text as header
    from namespaces n where n.id = ${group.id}`.execute(ctx.db)
  return {
    namespace: new RawJson(rows[0]?.header ?? 'null'),
    permissions: { canAdminContacts: may(ctx.actor, 'group:admin-contacts', group.facts) },
  }
}

/** The pages of the contacts and organizations of a group. @source CRM-004 */
export const contactAnswers: readonly Answer[] = [
  answer(completeContacts, {
    about: projectByPath,
    ability: 'project:read',
    run: (ctx, project, { typeId, search }) => suggestContacts(ctx, project, typeId ?? 0, search ?? ''),
  }),
  answer(getGroupContactsPage, {
    about: contactGroupByPath,
    ability: 'group:read-contacts',
    run: async (ctx, group, { contactId, ...filter }) => {
      const wanted = { ...filter, ...(contactId === undefined ? {} : { id: contactId }) }
      const { items: contacts, named: contact, ...rest } = await listContacts(ctx, group.id, wanted)
      if (contactId !== undefined && contact === null) throw new NotFound('Contact')
      return { ...(await around(ctx, group)), ...rest, contacts, contact }
    },
  }),
  answer(getGroupOrganizationsPage, {
    about: contactGroupByPath,
    ability: 'group:read-contacts',
    run: async (ctx, group, { organizationId, ...filter }) => {
      const wanted = { ...filter, ...(organizationId === undefined ? {} : { id: organizationId }) }
      const { items: organizations, named: organization, ...rest } = await listOrganizations(ctx, group.id, wanted)
      if (organizationId !== undefined && organization === null) throw new NotFound('Organization')
      return { ...(await around(ctx, group)), ...rest, organizations, organization }
    },
  }),
]
