import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

interface Copied {
  readonly fromId: number
  readonly toId: number
  /** That the copy is in. */
  readonly project: { readonly id: number; readonly ancestorIds: readonly number[] }
}

/** Copy the contacts of an issue to its copy within one top-level group, even where the actor cannot read them. */
export async function copyContacts(ctx: Context, { fromId, toId, project }: Copied): Promise<void> {
  await sql`insert into issuable_contacts (issuable_id, contact_id, namespace_id)
    select ${toId}, ic.contact_id, ${project.id} from issuable_contacts ic join contacts c on c.id = ic.contact_id
    where ic.issuable_id = ${fromId} and c.namespace_id = ${project.ancestorIds[0] ?? 0}`.execute(ctx.db)
}
