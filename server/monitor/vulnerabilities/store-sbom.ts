import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { FinishedSbom } from './reports/read-report.ts'
import type { ScannedCommit } from './scanned-commit.ts'

/** Replace the dependencies that an earlier SBOM of the same source named. Those of other branches are not kept. */
export async function storeSbom(ctx: Context, projectId: number, commit: ScannedCommit, sbom: FinishedSbom) {
  const { source, count } = sbom
  const told = { source, componentsCount: count }
  if (!commit.isNewest) return { ...told, isKept: false, isUnchanged: false }
  const { rows: known } =
    await sql`select 1 from sbom_documents where namespace_id = ${projectId} and source = ${source}
    and sha = ${commit.sha} and digest = decode(${sbom.digest}, 'hex')`.execute(ctx.db)
  if (known.length > 0) return { ...told, isKept: true, isUnchanged: true }
  await sql`delete from sbom_documents where namespace_id = ${projectId} and source = ${source}`.execute(ctx.db)
  await sql`
    with document as (
      insert into sbom_documents (namespace_id, source, sha, ref, tool, digest, components_count, created_at)
      values (${projectId}, ${source}, ${commit.sha}, ${commit.ref}, ${sbom.tool}, decode(${sbom.digest}, 'hex'), ${count}, ${ctx.now}::timestamptz)
      returning id
    )
    insert into sbom_components (document_id, namespace_id, package_type, name, version, version_key, purl, licenses, vulnerabilities, severity_rank)
    select document.id, ${projectId}, c.package_type, c.name, c.version, c.version_key, c.purl, c.licenses, c.vulnerabilities, c.severity_rank
    from document, jsonb_to_recordset(${sbom.components}::jsonb)
      as c(package_type text, name text, version text, version_key text, purl text, licenses text[], vulnerabilities jsonb, severity_rank smallint)`.execute(
    ctx.db,
  )
  return { ...told, isKept: true, isUnchanged: false }
}
