import { sql } from 'kysely'
import { vulnerabilityLimits as limits } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { load } from '#server/access/load.ts'
import type { ReadableMergeRequest } from '#server/code/merge-requests/find.ts'
import type { Context } from '#server/context.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

const f = columnsOf('securityFindings', 'f')

/**
 * The findings at the latest commit of a merge request that the newest scan of its target branch does not have, by the same scanner.
 *
 * @throws NotFound  the reader may not see the vulnerabilities of the project
 */
export async function showFindings(ctx: Context, mergeRequest: ReadableMergeRequest) {
  const project = await load(ctx, 'project:read-vulnerabilities', projectByRef, { id: mergeRequest.namespaceId })
  const { rows } = await sql<{
    scanners: string
    newCount: number
    fixedCount: number
    newFindings: string
    sha: string | null
  }>`
    with request as (
      select target_branch, head_sha as sha from merge_requests where id = ${mergeRequest.id}
    ), head as (
      select distinct on (c.scanner_id, c.report_type, c.category) c.id, c.scanner_id, c.report_type, c.category
      from security_scans c join request r on r.sha = c.sha where c.namespace_id = ${project.id}
      order by c.scanner_id, c.report_type, c.category, c.id desc
    ), compared as (
      select h.*, t.id as target_id from head h left join lateral (
        select c.id from security_scans c join request r on r.target_branch = c.ref
        where c.namespace_id = ${project.id} and c.scanner_id = h.scanner_id and c.report_type = h.report_type and c.category = h.category
        order by c.id desc limit 1) t on true
    ), added as (
      select f.*, s.name as scanner from compared h join security_findings f on f.scan_id = h.id join vulnerability_scanners s on s.id = h.scanner_id
      where not exists (select 1 from security_findings t where t.scan_id = h.target_id and t.fingerprint = f.fingerprint)
    )
    select (select coalesce(json_agg(${object({
      name: sql`s.name`,
      report_type: sql`h.report_type`,
      is_compared: sql`h.target_id is not null`,
    })} order by s.name, h.report_type), '[]') from compared h join vulnerability_scanners s on s.id = h.scanner_id)::text as scanners,
      (select count(*) from added) as new_count,
      (select count(*) from compared h join security_findings t on t.scan_id = h.target_id
        where not exists (select 1 from security_findings f where f.scan_id = h.id and f.fingerprint = t.fingerprint)) as fixed_count,
      (select coalesce(json_agg(${object({
        ...f.fields('id', 'title'),
        severity: sql`f.severity`,
        scanner: sql`f.scanner`,
        location: sql`f.location`,
        identifiers: sql`f.identifiers`,
      })} order by f.place), '[]') from (
        select *, row_number() over (order by array_position(array['critical', 'high', 'medium', 'low', 'unknown', 'info'], severity), id) as place
        from added order by place limit ${limits.newFindings}) f)::text as new_findings,
      (select sha from request) as sha`.execute(ctx.db)
  const [row] = rows
  return {
    scanners: new RawJson(row?.scanners ?? '[]'),
    newCount: row?.newCount ?? 0,
    fixedCount: row?.fixedCount ?? 0,
    newFindings: new RawJson(row?.newFindings ?? '[]'),
    sha: row?.sha ?? null,
  }
}
