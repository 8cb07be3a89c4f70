import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type {
  VulnerabilityIdentifier,
  VulnerabilitySeverity,
  VulnerabilityState,
} from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import type { Allowed } from '#server/access/load.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { NotFound, Unprocessable } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { vulnerabilitiesScope } from './events.ts'
import { messages } from './messages.ts'

type UpdatableProject = Allowed<'project:update-vulnerabilities', ProjectRow>

const columns = sql`namespace_id, scanner_id, report_type, category, fingerprint, title, description, solution, severity, state, location, identifiers,
  sha, author_id, detected_at, created_at, updated_at, state_changed_at, state_changed_by_id`

/** Create a vulnerability from a finding of another branch. @throws NotFound · @throws Unprocessable  it is one already */
export async function createFromFinding(ctx: Context, project: UpdatableProject, findingId: number): Promise<number> {
  const { rows: found } = await sql`select 1 from security_findings f join security_scans c on c.id = f.scan_id
    where f.id = ${findingId} and c.namespace_id = ${project.id}`.execute(ctx.db)
  if (found.length === 0) throw new NotFound('Finding')
  return insert(
    ctx,
    project,
    sql`select c.namespace_id, c.scanner_id, c.report_type, c.category, f.fingerprint, f.title, f.description, '', f.severity, 'detected', f.location,
      f.identifiers, c.sha, ${userIdOf(ctx)}::bigint, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz, null::timestamptz, null::bigint
      from security_findings f join security_scans c on c.id = f.scan_id where f.id = ${findingId}`,
    messages.isVulnerability,
  )
}

export interface ManualVulnerability {
  readonly name: string
  readonly description: string
  readonly solution: string
  readonly severity: VulnerabilitySeverity
  readonly state: VulnerabilityState
  readonly identifiers: readonly VulnerabilityIdentifier[]
  readonly scanner: { readonly externalId: string; readonly name: string; readonly vendor: string }
  readonly detectedAt: string | null
  readonly stateChangedAt: string | null
}

/** Create a vulnerability that no scanner found. @throws Unprocessable  there is an identical one */
export async function createManually(
  ctx: Context,
  project: UpdatableProject,
  given: ManualVulnerability,
): Promise<number> {
  const { externalId, name, vendor } = given.scanner
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([given.name, given.identifiers]))
    .digest()
  const scanner = sql<{ id: number }>`insert into vulnerability_scanners (namespace_id, external_id, name, vendor)
    values (${project.id}, ${externalId}, ${name}, ${vendor}) on conflict (namespace_id, external_id) do update set name = excluded.name returning id`
  const { rows } = await scanner.execute(ctx.db)
  const isSet = given.state !== 'detected'
  return insert(
    ctx,
    project,
    sql`select ${project.id}::bigint, ${rows[0]?.id ?? 0}::bigint, 'generic', '', ${fingerprint}::bytea, ${given.name}, ${given.description}, ${given.solution},
      ${given.severity}, ${given.state}, '{}'::jsonb, ${JSON.stringify(given.identifiers)}::jsonb, '', ${userIdOf(ctx)}::bigint,
      ${given.detectedAt ?? ctx.now}::timestamptz, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz,
      ${isSet ? (given.stateChangedAt ?? ctx.now) : null}::timestamptz, ${isSet ? userIdOf(ctx) : null}::bigint`,
    messages.isCreating,
  )
}

async function insert(
  ctx: Context,
  project: UpdatableProject,
  row: RawBuilder<unknown>,
  taken: string,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into vulnerabilities (${columns}) ${row}
    on conflict (namespace_id, scanner_id, report_type, category, fingerprint) do nothing returning id`.execute(ctx.db)
  if (rows[0] === undefined) throw new Unprocessable(taken)
  await ctx.events.record('vulnerability.created', { vulnerabilityId: rows[0].id }, vulnerabilitiesScope(project.id))
  return rows[0].id
}
