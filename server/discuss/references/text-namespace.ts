import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { batchDistinct } from '#server/platform/sql/concurrently.ts'
import type { TextNamespace } from './reference-kind.ts'

export const textNamespaceById = batchDistinct(
  async (ctx: Context, ids: readonly number[]): Promise<readonly TextNamespace[]> => {
    const { rows } = await sql<TextNamespace>`
      select id, full_path, ancestor_ids from namespaces where id = any (${[...ids]}::bigint[])`.execute(ctx.db)
    const found = new Map(rows.map(row => [row.id, row]))
    return ids.map(id => found.get(id) ?? { id, fullPath: '', ancestorIds: [id] })
  },
  id => id,
)
