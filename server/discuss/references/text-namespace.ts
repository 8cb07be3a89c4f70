import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { TextNamespace } from './reference-kind.ts'

export async function textNamespaceById(ctx: Context, namespaceId: number): Promise<TextNamespace> {
  const { rows } = await sql<TextNamespace>`
    select id, full_path, ancestor_ids from namespaces where id = ${namespaceId}`.execute(ctx.db)
  return rows[0] ?? { id: namespaceId, fullPath: '', ancestorIds: [namespaceId] }
}
