import { sql } from 'kysely'
import type { sendSecurityReport } from '#contract/monitor/vulnerabilities/security-reports.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { commitOf, repositoryOf } from '#server/code/repository/open.ts'
import { type Context, transact } from '#server/context.ts'
import { Invalid, NotFound, Unprocessable } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { isAncestor } from '#server/platform/git/commits/merge-base.ts'
import { oid } from '#server/platform/git/objects.ts'
import { shortRefName } from '#server/platform/git/refs/full-name.ts'
import { containingRefs, findRef } from '#server/platform/git/refs/refs.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { askCommit } from './code.ts'
import { vulnerabilitiesScope } from './events.ts'
import { messages } from './messages.ts'
import { readReportFile } from './reports/read-file.ts'
import type { ScannedCommit } from './scanned-commit.ts'
import { storeSbom } from './store-sbom.ts'
import { type StoredScan, storeScan } from './store-scan.ts'

type ReportingProject = Allowed<'project:send-security-reports', ProjectRow>
type ReportInput = Omit<InputOf<typeof sendSecurityReport>, 'id'>

/**
 * Take in the report of a scanner. It is read before anything is stored, and stored as a whole.
 *
 * @throws Malformed  a fault of the report · @throws NotFound  no such commit or ref · @throws Unprocessable  the commit is elsewhere
 */
export async function takeReport(ctx: Context, project: ReportingProject, input: ReportInput) {
  const category = oneLine(input.category ?? '')
  if (category !== (input.category ?? '').trim()) throw new Invalid({ category: [messages.category] })
  const { dir, ...commit } = await commitOfReport(ctx, project, input)
  const report = await readReportFile(input.report, category, (wanted, absolute) =>
    askCommit({ dir, sha: commit.sha }, wanted, absolute),
  )
  return transact(ctx, async inner => {
    // Reports of a project are stored one after the other: which commit is the newest stays true until the end.
    await sql`select 1 from namespaces where id = ${project.id} for no key update`.execute(inner.db)
    const scanned: ScannedCommit = { ...commit, isNewest: await isNewest(inner, project, dir, commit) }
    const scans: StoredScan[] = []
    for (const scan of report.scans) scans.push(await storeScan(inner, project.id, scanned, scan))
    const dependencies = report.sbom === null ? null : await storeSbom(inner, project.id, scanned, report.sbom)
    const changed = scans.filter(({ isUnchanged }) => !isUnchanged)
    if (changed.length > 0 || (dependencies?.isKept === true && !dependencies.isUnchanged))
      await inner.events.record(
        'security_report.received',
        { sha: commit.sha, ref: commit.ref, scanIds: changed.map(({ id }) => id) },
        vulnerabilitiesScope(project.id),
      )
    return {
      format: report.format,
      sha: commit.sha,
      ref: commit.ref,
      changesVulnerabilities: scanned.isNewest,
      scans: scans.map(({ id: _, ...scan }) => scan),
      dependencies,
    }
  })
}

async function commitOfReport(
  ctx: Context,
  project: ReportingProject,
  { sha, ref }: ReportInput,
): Promise<{ readonly dir: string; readonly sha: string; readonly ref: string }> {
  if ((await repositoryOf(ctx, project)) === null) throw new Unprocessable(messages.noCommits)
  const name = ref === undefined ? '' : shortRefName(ref)
  const { dir, commitId } = await commitOf(ctx, project, sha ?? (name === '' ? undefined : name), 'Commit')
  if (name !== '') {
    const branch = await findRef(dir, 'branch', name)
    if (branch === null && (await findRef(dir, 'tag', name)) === null) throw new NotFound('Reference')
    if (branch !== null && !(await isOn(dir, commitId, branch.commitId)))
      throw new Unprocessable(messages.notOnBranch(commitId, name))
    return { dir, sha: commitId, ref: name }
  }
  const head = await findRef(dir, 'branch', project.defaultBranch)
  if (head !== null && (await isOn(dir, commitId, head.commitId))) return { dir, sha: commitId, ref: head.name }
  const [containing] = (await containingRefs(dir, commitId, { kinds: ['branch'], limit: 1 })).refs
  if (containing === undefined) throw new NotFound('References for commit')
  return { dir, sha: commitId, ref: containing.name }
}

const isOn = async (dir: string, commitId: string, headId: string): Promise<boolean> =>
  commitId === headId || isAncestor(dir, oid(commitId), oid(headId))

/** Whether no later commit of the default branch was scanned. Reports of one commit come one by one. */
async function isNewest(
  ctx: Context,
  { id, defaultBranch }: ReportingProject,
  dir: string,
  { sha, ref }: { readonly sha: string; readonly ref: string },
): Promise<boolean> {
  if (ref !== defaultBranch) return false
  const { rows } = await sql<{ sha: string }>`
    select sha from (select sha, id from security_scans where namespace_id = ${id} and ref = ${ref} order by id desc limit 1) newest
    union all select sha from (select sha from sbom_documents where namespace_id = ${id} and ref = ${ref} order by id desc limit 1) document`.execute(
    ctx.db,
  )
  for (const { sha: other } of rows)
    if (other !== sha && (await isAncestor(dir, oid(sha), oid(other)).catch(() => false))) return false
  return true
}
