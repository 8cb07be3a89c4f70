import { sql } from 'kysely'
import { readsContacts } from '#server/access/visible.ts'
import { type ReferenceKind, type Resolved, siteBase } from '#server/discuss/references/reference-kind.ts'
import { contactReferences, type ReferenceMatch } from '#server/platform/markdown/references.ts'

interface ContactReferenceRow {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly groupPath: string
}

/** `[contact:ann@example.com]`: a contact of the top-level group, whose name those see who can read contacts. */
export const contactKind: ReferenceKind = {
  kind: 'contact',
  syntaxes: contactReferences,
  visibleIds: (ctx, ids) => sql`select c.id::text as id from contacts c
    where c.id = any (${ids.filter(id => /^\d{1,18}$/.test(id))}::bigint[]) and ${readsContacts(ctx.actor, sql`c.namespace_id`)}`,
  resolve: async (ctx, namespace, matches) => {
    const emails = [...new Set(matches.map(match => match.target.toLowerCase()))]
    const groupId = namespace?.ancestorIds[0]
    if (groupId === undefined || emails.length === 0) return new Map<ReferenceMatch, Resolved>()
    const { rows } = await sql<ContactReferenceRow>`
      select c.id, c.first_name || ' ' || c.last_name as name, lower(c.email) as email, n.full_path as group_path
      from contacts c join namespaces n on n.id = c.namespace_id
      where c.namespace_id = ${groupId} and lower(c.email) = any (${emails}::text[]) order by c.active, c.id desc`.execute(
      ctx.db,
    )
    // If several contacts have the address, the last row wins: an active one, then the oldest.
    const byEmail = new Map(rows.map(row => [row.email, row]))
    return new Map(
      matches.flatMap((match): readonly (readonly [ReferenceMatch, Resolved])[] => {
        const row = byEmail.get(match.target.toLowerCase())
        if (row === undefined) return []
        const href = `${siteBase(ctx)}/groups/${row.groupPath}/-/crm/contacts?search=${encodeURIComponent(row.email)}`
        const data = { contact: row.id, referenceId: row.id }
        return [[match, { rendered: { href, text: row.name, title: row.email, classes: '', data } }]]
      }),
    )
  },
}
