import { sql } from 'kysely'
import { visibleGroups } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { type ReferenceMatch, userMention } from '#server/platform/markdown/references.ts'
import { type ReferenceKind, type Resolved, siteBase, type TextNamespace } from '../reference-kind.ts'

interface UserReferenceRow {
  readonly kind: 'user' | 'group'
  readonly id: number
  readonly path: string
  readonly name: string
}

/** `@ann`, `@group/sub` and `@all`. All readers may know of users, but not of private groups. */
export const userReferences: ReferenceKind = {
  kind: 'user',
  isGlobal: true,
  syntaxes: [userMention],
  resolve,
  visibleIds: (ctx, ids) => {
    const groups = ids.flatMap(id => (/^g\d{1,18}$/.test(id) ? [id.slice(1)] : []))
    return sql`select 'g' || n.id as id from namespaces n
      where n.id = any (${groups}::bigint[]) and ${visibleGroups(ctx.actor, 'n')}`
  },
}

async function resolve(
  ctx: Context,
  namespace: TextNamespace | null,
  matches: readonly ReferenceMatch[],
): Promise<ReadonlyMap<ReferenceMatch, Resolved>> {
  const names = [...new Set(matches.map(match => match.target.toLowerCase()))]
  const { rows } = await sql<UserReferenceRow>`
    select 'user' as kind, u.id, u.username as path, u.name from users u
    where lower(u.username) = any (${names}::text[]) and u.state <> 'banned'
    union all
    select 'group', n.id, n.full_path, n.full_name from namespaces n
    where n.kind = 'group' and lower(n.full_path) = any (${names}::text[])`.execute(ctx.db)
  const byPath = new Map(rows.map(row => [row.path.toLowerCase(), row]))
  const base = siteBase(ctx)
  const answer = new Map<ReferenceMatch, Resolved>()
  for (const match of matches) {
    const row = byPath.get(match.target.toLowerCase())
    if (row !== undefined) answer.set(match, row.kind === 'user' ? user(base, row) : group(base, row))
    else if (match.target === 'all' && namespace !== null) answer.set(match, everybody(base, namespace))
  }
  return answer
}

function user(base: string, row: UserReferenceRow): Resolved {
  return {
    mention: { kind: 'user', id: row.id },
    rendered: {
      href: `${base}/${row.path}`,
      text: `@${row.path}`,
      title: row.name,
      classes: 'gfm-project_member',
      data: { user: row.id, container: 'body', placement: 'top' },
    },
  }
}

function group(base: string, row: UserReferenceRow): Resolved {
  return {
    mention: { kind: 'group', id: row.id },
    rendered: {
      href: `${base}/groups/${row.path}`,
      text: `@${row.path}`,
      title: row.name,
      classes: 'gfm-project_member',
      data: { group: row.id, referenceId: `g${row.id}` },
    },
  }
}

function everybody(base: string, namespace: TextNamespace): Resolved {
  return {
    mention: { kind: 'all' },
    rendered: {
      href: `${base}/${namespace.fullPath}`,
      text: '@all',
      title: 'All project members',
      classes: 'gfm-project_member',
      data: { project: namespace.id },
    },
  }
}
