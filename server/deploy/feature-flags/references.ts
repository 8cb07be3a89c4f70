import { sql } from 'kysely'
import { flagPath } from '#contract/deploy/feature-flags/flag-paths.ts'
import { visibleFeatureFlags } from '#server/access/visible.ts'
import { askedBy, type ReferenceKind, type Resolved, siteBase } from '#server/discuss/references/reference-kind.ts'
import { featureFlagReferences, type ReferenceMatch } from '#server/platform/markdown/references.ts'

interface FlagReferenceRow {
  readonly id: number
  readonly iid: number
  readonly name: string
  readonly description: string | null
  readonly namespaceId: number
  readonly fullPath: string
}

/** `[feature_flag:12]`, `[feature_flag:group/project/12]`: a flag, for those who can see flags. @source product rules */
export const featureFlagKind: ReferenceKind = {
  kind: 'feature_flag',
  syntaxes: featureFlagReferences,
  visibleIds: (ctx, ids) => sql`select f.id::text as id from feature_flags f join namespaces n on n.id = f.namespace_id
    join projects p on p.id = n.id
    where f.id = any (${ids.filter(id => /^\d{1,18}$/.test(id))}::bigint[]) and ${visibleFeatureFlags(ctx.actor, 'n', 'p')}`,
  resolve: async (ctx, namespace, matches) => {
    const asked = matches.flatMap(match => askedBy(namespace, match))
    const paths = [...new Set(asked.flatMap(({ path }) => path?.toLowerCase() ?? []))]
    const iids = [...new Set(matches.map(({ target }) => target))]
    const { rows } = await sql<FlagReferenceRow>`
      select f.id, f.iid, f.name, f.description, f.namespace_id, n.full_path from feature_flags f join namespaces n on n.id = f.namespace_id
      where f.iid::text = any (${iids}::text[]) and n.id in (
        select id from namespaces where id = ${namespace?.id ?? 0} or lower(full_path) = any (${paths}::text[]))`.execute(
      ctx.db,
    )
    const found = new Map<ReferenceMatch, Resolved>()
    for (const { match, path } of asked) {
      const row = rows.find(
        each =>
          String(each.iid) === String(Number(match.target)) &&
          (path === null ? each.namespaceId === namespace?.id : each.fullPath.toLowerCase() === path.toLowerCase()),
      )
      if (row === undefined || found.has(match)) continue
      const isHere = row.namespaceId === namespace?.id
      found.set(match, {
        rendered: {
          href: `${siteBase(ctx)}${flagPath(row.fullPath, row.iid)}`,
          text: `[feature_flag:${isHere ? '' : `${row.fullPath}/`}${row.iid}]`,
          title: row.name,
          classes: '',
          data: { featureFlag: row.id, referenceId: row.id },
        },
        ...(!isHere && { through: row.fullPath }),
      })
    }
    return found
  },
}
