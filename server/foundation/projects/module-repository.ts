import { sql } from 'kysely'
import { visibleNamespaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { depthLimit } from '#server/foundation/namespaces/path.ts'
import { isReserved } from '#server/foundation/namespaces/reserved-paths.ts'

/**
 * The full path of the repository that holds a Go module: of the project at the beginning of the module's path, or,
 * where the actor may know of none, its first two segments, so that existence is not revealed.
 *
 * @param path  of the module, from the root of the site
 * @returns null if the path cannot be a module
 */
export async function moduleRepository(ctx: Context, path: string): Promise<string | null> {
  const segments = path.replace(/(?<!\/)\/+$/, '').split('/')
  const [first = ''] = segments
  const isPath = segments.every(segment => /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(segment))
  if (segments.length < 2 || segments.length > 2 * depthLimit || !isPath || isReserved(first, 'top')) return null
  const paths = segments.slice(1).map((_segment, index) => segments.slice(0, index + 2).join('/'))
  const { rows } = await sql<{ fullPath: string }>`
    select n.full_path from namespaces n
    where lower(n.full_path) = any (${paths.map(each => each.toLowerCase())}::text[]) and n.kind = 'project'
      and ${visibleNamespaces(ctx.actor, 'n')}
    order by length(n.full_path) desc limit 1`.execute(ctx.db)
  return rows[0]?.fullPath ?? segments.slice(0, 2).join('/')
}
