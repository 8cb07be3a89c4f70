import { sql } from 'kysely'
import { groupTopic } from '#contract/live-topics.ts'
import { contactLimits } from '#contract/plan/contacts/contact-limits.ts'
import type { Context } from '#server/context.ts'
import '#server/plan/contacts/events.ts'

interface Customer {
  readonly email: string
  readonly name: string
}

/** Name a requester among the contacts of an issue, where its top-level group keeps contacts. A new one is added to the group. */
export async function joinContacts(
  ctx: Context,
  issue: { readonly id: number; readonly namespaceId: number },
  groupId: number,
  { email, name }: Customer,
): Promise<void> {
  const keeps = await sql`select 1 from groups where id = ${groupId} and contacts_enabled`.execute(ctx.db)
  if (keeps.rows.length === 0) return
  const [first, last] = namesOf(name === '' ? (email.split('@')[0] ?? '') : name)
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    with known as (select id from contacts where namespace_id = ${groupId} and lower(email) = ${email}),
      added as (insert into contacts (namespace_id, first_name, last_name, email, created_at, updated_at)
        select ${groupId}, ${first}, ${last}, ${email}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz where not exists (select 1 from known)
        on conflict (namespace_id, lower(email)) do nothing returning id)
    select id, false as is_new from known union all select id, true from added`.execute(ctx.db)
  const [contact] = rows
  // Another request has just added it: the issue goes without.
  if (contact === undefined) return
  await sql`insert into issuable_contacts (issuable_id, contact_id, namespace_id) values (${issue.id}, ${contact.id}, ${issue.namespaceId})
    on conflict do nothing`.execute(ctx.db)
  if (contact.isNew)
    await ctx.events.record(
      'contact.created',
      { contactId: contact.id },
      { namespaceId: groupId, topics: [groupTopic(groupId)] },
    )
}

/** A contact has both names: of one word, the second is a dash. */
function namesOf(name: string): readonly [string, string] {
  const words = name.split(/\s+/).filter(word => word !== '')
  const cut = (text: string) => [...text].slice(0, contactLimits.name).join('')
  return [cut(words.slice(0, -1).join(' ') || words[0] || '-'), cut(words.length > 1 ? (words.at(-1) ?? '-') : '-')]
}
