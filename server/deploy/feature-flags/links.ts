import { sql } from 'kysely'
import { type Allowed, load, loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type IssuableRow, issueByIid } from '#server/plan/issuables/find.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { ManagedFlag } from './change.ts'
import { flagsScope } from './events.ts'
import { type FlagRow, flagByName } from './find.ts'
import { messages } from './messages.ts'

type Issue = Allowed<'issuable:read', IssuableRow>

/** Whether an issue is linked to flags, known to everyone who asks: who may see them is decided when they are read. */
export async function hasFlags(ctx: Context, issueId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from feature_flag_issues where issuable_id = ${issueId} limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** The feature flags of an issue; none for people who may not see them. @source FLAG-005, FLAG-006 */
export async function flagsOfIssue(ctx: Context, issue: Issue): Promise<RawJson> {
  const project = await loadIfAllowed(ctx, 'project:read-feature-flags', projectByRef, { id: issue.namespaceId })
  if (project === null) return new RawJson('[]')
  const canUnlink = may(ctx.actor, 'project:admin-feature-flags', project.facts)
  const f = columnsOf('featureFlags', 'f')
  const json = object({
    ...f.fields('id', 'iid', 'name'),
    path: sql`'/' || n.full_path || '/-/feature_flags/' || f.iid`,
    reference: sql`'[feature_flag:' || n.full_path || '/' || f.iid || ']'`,
    ...f.fields('active'),
    link_type: sql`'relates_to'`,
    relation_path: canUnlink
      ? sql`'/' || ${issue.namespacePath}::text || '/-/issues/' || ${issue.iid}::text || '/feature_flags/' || l.id`
      : sql`null`,
  })
  const { rows } = await sql<{ flags: string }>`select coalesce(json_agg(${json} order by l.id), '[]')::text as flags
    from feature_flag_issues l join feature_flags f on f.id = l.flag_id join namespaces n on n.id = f.namespace_id
    where l.issuable_id = ${issue.id} and f.namespace_id = ${issue.namespaceId}`.execute(ctx.db)
  return new RawJson(rows[0]?.flags ?? '[]')
}

/**
 * Link an issue to a flag of its project.
 *
 * @param name  of the flag, or its number
 * @throws NotFound · @throws Forbidden  the actor may not manage the project's flags
 */
export async function linkFlag(ctx: Context, issue: Issue, name: string): Promise<RawJson> {
  const project = await load(ctx, 'project:admin-feature-flags', projectByRef, { id: issue.namespaceId })
  const { rows } = await sql<{ name: string }>`select name from feature_flags
    where namespace_id = ${project.id} and (name = ${name.trim()} or iid::text = ${name.trim()}) order by name = ${name.trim()} desc limit 1`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) throw new Invalid(messages.noFlag)
  const flag = await load(ctx, 'project:admin-feature-flags', flagByName, {
    id: project.id,
    featureFlagName: found.name,
  })
  await link(ctx, flag, issue.id)
  return flagsOfIssue(ctx, issue)
}

/** Link issues of its project to a flag. @throws Invalid  a reference names none that the actor can see */
export async function linkIssues(ctx: Context, flag: ManagedFlag, references: readonly string[]): Promise<number> {
  let linked = 0
  for (const reference of new Set(references)) {
    const [, iid] = /(?:^|#|\/-\/issues\/)(\d{1,9})$/.exec(reference.trim()) ?? []
    const key = { id: flag.namespaceId, issueIid: Number(iid) }
    const issue = iid === undefined ? null : await loadIfAllowed(ctx, 'issuable:read', issueByIid, key)
    if (issue === null) throw new Invalid(messages.noIssue)
    if (await link(ctx, flag, issue.id)) linked += 1
  }
  return linked
}

async function link(ctx: Context, flag: Pick<FlagRow, 'id' | 'namespaceId'>, issueId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`insert into feature_flag_issues (flag_id, issuable_id, created_at)
    values (${flag.id}, ${issueId}, ${ctx.now}::timestamptz) on conflict do nothing`.execute(ctx.db)
  if (numAffectedRows === 0n) return false
  await ctx.events.record(
    'feature_flag.issue_linked',
    { flagId: flag.id, issueId },
    flagsScope(flag.namespaceId, [issueId]),
  )
  return true
}

/** Remove a link from the page of the issue. @throws NotFound · @throws Forbidden */
export async function unlinkFlag(ctx: Context, issue: Issue, linkId: number): Promise<void> {
  const project = await load(ctx, 'project:admin-feature-flags', projectByRef, { id: issue.namespaceId })
  await unlink(ctx, project.id, linkId, sql`l.issuable_id = ${issue.id}`)
}

/** Remove a link from the page of the flag. @throws NotFound */
export const unlinkIssue = (ctx: Context, flag: ManagedFlag, linkId: number): Promise<void> =>
  unlink(ctx, flag.namespaceId, linkId, sql`l.flag_id = ${flag.id}`)

async function unlink(
  ctx: Context,
  projectId: number,
  linkId: number,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<void> {
  const { rows } = await sql<{
    flagId: number
    issueId: number
  }>`delete from feature_flag_issues l using feature_flags f
    where l.id = ${linkId} and f.id = l.flag_id and f.namespace_id = ${projectId} and ${condition}
    returning l.flag_id, l.issuable_id as issue_id`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new NotFound('Feature Flag Link')
  await ctx.events.record('feature_flag.issue_unlinked', row, flagsScope(projectId, [row.issueId]))
}

/** The issues of a flag that the reader may see. */
export async function issuesOfFlag(ctx: Context, { id }: Pick<FlagRow, 'id'>): Promise<RawJson> {
  const { rows } = await sql<{
    issues: string
  }>`select coalesce(json_agg(json_build_object('link_id', l.id, 'reference', '#' || i.iid, 'title', i.title,
      'path', '/' || n.full_path || '/-/issues/' || i.iid, 'state', i.state) order by l.id), '[]')::text as issues
    from feature_flag_issues l join issuables i on i.id = l.issuable_id join namespaces n on n.id = i.namespace_id
    where l.flag_id = ${id} and ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })}`.execute(ctx.db)
  return new RawJson(rows[0]?.issues ?? '[]')
}
