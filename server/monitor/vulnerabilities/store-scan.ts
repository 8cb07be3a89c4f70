import { sql } from 'kysely'
import type { ReportType } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { type Context, userIdOf } from '#server/context.ts'
import type { FinishedScan } from './reports/read-report.ts'
import type { ScannedCommit } from './scanned-commit.ts'

export interface StoredScan {
  readonly id: number
  readonly reportType: ReportType
  readonly scanner: string
  readonly category: string
  readonly findingsCount: number
  readonly newCount: number
  readonly resolvedCount: number
  readonly isUnchanged: boolean
}

const findingColumns = sql`fingerprint text, severity text, title text, description text, solution text, location jsonb, identifiers jsonb, links jsonb`

/** Store the findings of a scanner at a commit; those of the newest commit of the default branch become vulnerabilities. */
export async function storeScan(
  ctx: Context,
  projectId: number,
  commit: ScannedCommit,
  scan: FinishedScan,
): Promise<StoredScan> {
  const { scanner, reportType, category, count } = scan
  const told = { reportType, scanner: scanner.externalId, category, findingsCount: count }
  const { rows: known } = await sql<{ id: number }>`
    select c.id from security_scans c join vulnerability_scanners s on s.id = c.scanner_id
    where c.namespace_id = ${projectId} and c.sha = ${commit.sha} and c.ref = ${commit.ref} and s.external_id = ${scanner.externalId}
      and c.report_type = ${reportType} and c.category = ${category} and c.digest = decode(${scan.digest}, 'hex')`.execute(
    ctx.db,
  )
  if (known[0] !== undefined) return { id: known[0].id, ...told, newCount: 0, resolvedCount: 0, isUnchanged: true }
  const { rows: scanners } = await sql<{ id: number }>`
    insert into vulnerability_scanners (namespace_id, external_id, name, vendor)
    values (${projectId}, ${scanner.externalId}, ${scanner.name}, ${scanner.vendor})
    on conflict (namespace_id, external_id) do update set name = excluded.name, vendor = excluded.vendor returning id`.execute(
    ctx.db,
  )
  const scannerId = scanners[0]?.id ?? 0
  await sql`delete from security_scans where namespace_id = ${projectId} and sha = ${commit.sha} and ref = ${commit.ref}
    and scanner_id = ${scannerId} and report_type = ${reportType} and category = ${category}`.execute(ctx.db)
  const { rows: stored } = await sql<{ id: number }>`
    insert into security_scans (namespace_id, scanner_id, report_type, category, sha, ref, digest, scanner_version, findings_count, created_at)
    values (${projectId}, ${scannerId}, ${reportType}, ${category}, ${commit.sha}, ${commit.ref}, decode(${scan.digest}, 'hex'),
      ${scanner.version}, ${count}, ${ctx.now}::timestamptz) returning id`.execute(ctx.db)
  const id = stored[0]?.id ?? 0
  await sql`insert into security_findings (scan_id, fingerprint, severity, title, description, location, identifiers)
    select ${id}::bigint, decode(fingerprint, 'hex'), severity, title, description, location, identifiers
    from jsonb_to_recordset(${scan.findings}::jsonb) as f(${findingColumns})`.execute(ctx.db)
  if (!commit.isNewest) return { id, ...told, newCount: 0, resolvedCount: 0, isUnchanged: false }
  const changes = await updateVulnerabilities(ctx, projectId, scannerId, commit.sha, scan)
  return { id, ...told, ...changes, isUnchanged: false }
}

/** Make the vulnerabilities of a scanner those of its newest scan. What it no longer finds stays, and is marked. */
async function updateVulnerabilities(
  ctx: Context,
  projectId: number,
  scannerId: number,
  sha: string,
  { reportType, category, findings, isComplete }: FinishedScan,
): Promise<Pick<StoredScan, 'newCount' | 'resolvedCount'>> {
  const own = sql`v.namespace_id = ${projectId} and v.scanner_id = ${scannerId} and v.report_type = ${reportType} and v.category = ${category}`
  const now = sql`${ctx.now}::timestamptz`
  const { rows } = await sql<{ newCount: number; resolvedCount: number }>`
    with given as materialized (
      select decode(fingerprint, 'hex') as fingerprint, severity, title, description, solution, location, identifiers, links
      from jsonb_to_recordset(${findings}::jsonb) as f(${findingColumns})
    ), found_again as (
      select v.id, v.state from vulnerabilities v join given g on g.fingerprint = v.fingerprint where ${own} and v.resolved_on_default_branch
    ), updated as (
      update vulnerabilities v set severity = g.severity, title = g.title, description = g.description, solution = g.solution, location = g.location,
        identifiers = g.identifiers, links = g.links, sha = ${sha}, resolved_on_default_branch = false, updated_at = ${now},
        state = case when v.resolved_on_default_branch and v.state = 'resolved' then 'detected' else v.state end,
        state_comment = case when v.resolved_on_default_branch and v.state = 'resolved' then '' else v.state_comment end
      from given g where ${own} and g.fingerprint = v.fingerprint
        and (v.resolved_on_default_branch
          or (v.severity, v.title, v.description, v.solution, v.location, v.identifiers, v.links)
            is distinct from (g.severity, g.title, g.description, g.solution, g.location, g.identifiers, g.links))
      returning v.id, v.state
    ), gone as (
      update vulnerabilities v set resolved_on_default_branch = true, updated_at = ${now}
      where ${own} and not v.resolved_on_default_branch and ${isComplete}::boolean
        and not exists (select 1 from given g where g.fingerprint = v.fingerprint)
      returning v.id, v.state
    ), added as (
      insert into vulnerabilities (namespace_id, scanner_id, report_type, category, fingerprint, title, description, solution, severity, location, identifiers,
        links, sha, author_id, detected_at, created_at, updated_at)
      select ${projectId}::bigint, ${scannerId}::bigint, ${reportType}, ${category}, g.fingerprint, g.title, g.description, g.solution, g.severity, g.location, g.identifiers,
        g.links, ${sha}, ${userIdOf(ctx)}::bigint, ${now}, ${now}, ${now}
      from given g where not exists (select 1 from vulnerabilities v where ${own} and v.fingerprint = g.fingerprint)
      returning id
    ), history as (
      insert into vulnerability_changes (vulnerability_id, kind, from_state, to_state, created_at)
      select id, 'gone', state, state, ${now} from gone
      union all select b.id, 'back', b.state, u.state, ${now} from found_again b join updated u on u.id = b.id
    )
    select (select count(*) from added) as new_count, (select count(*) from gone) as resolved_count`.execute(ctx.db)
  return rows[0] ?? { newCount: 0, resolvedCount: 0 }
}
