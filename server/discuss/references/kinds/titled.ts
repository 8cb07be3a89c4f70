import { sql } from 'kysely'
import { pagesPath } from '#contract/issuable-kinds.ts'
import { filterTitle } from '#contract/plan/labels/label-words.ts'
import { visiblePlan } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { labelReferences, milestoneReferences, type ReferenceMatch } from '#server/platform/markdown/references.ts'
import { askedBy, type ReferenceKind, type Resolved, siteBase, type TextNamespace } from '../reference-kind.ts'

interface TitledReferenceRow {
  readonly place: number
  readonly id: number
  readonly iid: number
  readonly title: string
  readonly hint: string
  readonly color: string
  readonly namespaceId: number
  readonly namespaceKind: 'group' | 'project'
  readonly namespacePath: string
  /** The project or group through which it was named. */
  readonly throughPath: string
  readonly isForMembers: boolean
}

/** `~bug`, `~"two words"`, `~12`: labels of the project and of the groups above it. */
export const labelKind: ReferenceKind = titled('label', labelReferences, 'labels', (base, row, isNear) => {
  const scope = row.namespaceKind === 'group' && isNear ? row.throughPath : row.namespacePath
  const list = pagesPath('issue', scope, isNear ? 'project' : row.namespaceKind)
  return {
    href: `${base}${list}?label_name[]=${encodeURIComponent(filterTitle(row.title))}`,
    text: isNear ? row.title : `${row.title} in ${row.namespacePath}`,
    title: row.hint,
    classes: 'gl-label',
    data: { label: row.id },
    style: `--label: ${row.color};`,
  }
})

/** `%12`, `%v1.2`, `%"two words"`: milestones of the project and of the groups above it. */
export const milestoneKind: ReferenceKind = titled(
  'milestone',
  milestoneReferences,
  'milestones',
  (base, row, isNear) => ({
    href: `${base}/${row.namespaceKind === 'group' ? 'groups/' : ''}${row.namespacePath}/-/milestones/${row.iid}`,
    text: isNear ? `%${row.title}` : `${row.namespacePath}%${row.title}`,
    title: `Milestone ${row.title}`,
    classes: '',
    data: { milestone: row.id },
  }),
)

type Show = (base: string, row: TitledReferenceRow, isNear: boolean) => Resolved['rendered']

/**
 * A kind with a title that belongs to a project or a group. The readers of a namespace may read the items of it and of
 * those above it, except the items that a project restricts to its members together with its issues: its code and its
 * description have more readers.
 */
function titled(
  kind: string,
  syntaxes: ReferenceKind['syntaxes'],
  table: 'labels' | 'milestones',
  show: Show,
): ReferenceKind {
  const number = table === 'labels' ? 'id' : 'iid'
  const columns =
    table === 'labels'
      ? sql`t.id as iid, t.title, t.description as hint, t.color`
      : sql`t.iid, t.title, '' as hint, '' as color`
  return {
    kind,
    syntaxes,
    visibleIds: (
      ctx,
      ids,
    ) => sql`select t.id::text as id from ${sql.table(table)} t join namespaces n on n.id = t.namespace_id
      where t.id = any (${ids.filter(id => /^\d{1,18}$/.test(id))}::bigint[]) and ${visiblePlan(ctx.actor, 'n')}`,
    resolve: async (ctx: Context, namespace: TextNamespace | null, matches: readonly ReferenceMatch[]) => {
      const asked = matches.flatMap(match => askedBy(namespace, match))
      const answer = new Map<ReferenceMatch, Resolved>()
      if (asked.length === 0) return answer
      const { rows } = await sql<TitledReferenceRow>`
        select a.place, t.id, ${columns}, t.namespace_id, n.kind as namespace_kind, n.full_path as namespace_path,
          through.full_path as through_path,
          exists (select 1 from projects tp where tp.id = n.id and tp.issues_access_level <> 'enabled') as is_for_members
        from unnest(${asked.map(each => each.path)}::text[], ${asked.map(each => each.match.target)}::text[])
          with ordinality as a(path, target, place)
        join namespaces through on case when a.path is null then through.id = ${namespace?.id ?? 0} else lower(through.full_path) = lower(a.path) end
        join ${sql.table(table)} t on t.namespace_id = any (through.ancestor_ids)
          and (t.title = a.target or (a.target ~ '^\\d{1,15}$' and t.${sql.ref(number)}::text = a.target))
        join namespaces n on n.id = t.namespace_id
        order by a.place, t.title = a.target desc, cardinality(n.ancestor_ids) desc`.execute(ctx.db)
      const base = siteBase(ctx)
      for (const row of rows) {
        const match = asked[row.place - 1]?.match
        if (match === undefined || answer.has(match)) continue
        const isNear = namespace?.ancestorIds.includes(row.namespaceId) ?? false
        const rendered = show(base, row, isNear)
        answer.set(match, {
          through: row.throughPath,
          rendered:
            isNear && !row.isForMembers ? rendered : { ...rendered, data: { ...rendered.data, referenceId: row.id } },
        })
      }
      return answer
    },
  }
}
