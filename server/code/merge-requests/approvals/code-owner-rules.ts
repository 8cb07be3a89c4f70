import { sql } from 'kysely'
import { messages } from '#server/code/code-owners/messages.ts'
import { entriesFor, requiredPaths } from '#server/code/code-owners/owned-by.ts'
import { findCodeOwners, pathsChanged, readCodeOwners } from '#server/code/code-owners/read.ts'
import { type OwnedChange, ownedChange, rulesOf, storeCodeOwnerRules } from '#server/code/code-owners/rules.ts'
import { refRulesOf } from '#server/code/protected-refs/guard.ts'
import { keepsOwnedFiles } from '#server/code/protected-refs/rights.ts'
import { type Context, transact } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { NotAllowed } from '#server/errors.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import type { MergeRequestRow } from '../find.ts'
import { beginningOf, type VersionDraft, versionOf } from '../versions/versions.ts'
import { removeApprovals } from './approve.ts'

type RuledMergeRequest = Pick<MergeRequestRow, 'id' | 'type' | 'namespaceId' | 'ancestorIds'>

/** The entries of the target branch's CODEOWNERS for the files of a version. */
export const ownedVersion = (
  dir: string,
  target: Oid,
  { baseSha, headSha }: Pick<VersionDraft, 'baseSha' | 'headSha'>,
): Promise<OwnedChange> => ownedChange(dir, target, { from: beginningOf({ baseSha }), to: headSha })

/** Store the rules that follow from CODEOWNERS, and say so if they are others than before. */
export async function changeCodeOwnerRules(
  ctx: Context,
  mergeRequest: RuledMergeRequest,
  change: OwnedChange,
): Promise<void> {
  if (!(await storeCodeOwnerRules(ctx, mergeRequest, change))) return
  await ctx.events.record(
    'approval_rules.changed',
    { projectId: mergeRequest.namespaceId, issuableId: mergeRequest.id },
    { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
  )
}

/** Derive the rules anew where the target branch has another CODEOWNERS file than they follow from. */
export async function refreshCodeOwnerRules(
  ctx: Context,
  mergeRequest: RuledMergeRequest,
  dir: string,
  target: Oid,
  version: Pick<VersionDraft, 'baseSha' | 'startSha' | 'headSha'>,
): Promise<void> {
  const found = await findCodeOwners(dir, target)
  const { rows } = await sql<{ blob: string | null }>`
    select code_owners_blob as blob from merge_requests where id = ${mergeRequest.id}`.execute(ctx.db)
  if ((rows[0]?.blob ?? null) === (found?.blobId ?? null)) return
  const change = await ownedVersion(dir, target, version)
  await transact(ctx, async inner => {
    const { rows: locked } = await sql<{ headSha: string | null }>`
      select head_sha from merge_requests where id = ${mergeRequest.id} for no key update`.execute(inner.db)
    // A push that came in meanwhile derives them itself.
    if (locked[0]?.headSha === version.headSha) await changeCodeOwnerRules(inner, mergeRequest, change)
  })
}

/**
 * Prevent a merge from changing files whose owners were not asked for approval, because the merge request does not show
 * them: the target branch moved a file meanwhile, or the histories of the two branches cross. The owners are asked once
 * the target branch is in the source branch.
 *
 * @param merge  the target branch before and after it
 * @throws NotAllowed
 */
export async function refuseUnseenOwnedFiles(
  ctx: Context,
  { id, namespaceId, targetBranch }: Pick<MergeRequestRow, 'id' | 'namespaceId' | 'targetBranch'>,
  dir: string,
  merge: { readonly before: Oid; readonly after: Oid },
): Promise<void> {
  if (!keepsOwnedFiles(await refRulesOf(ctx, namespaceId), targetBranch)) return
  const found = await findCodeOwners(dir, merge.before)
  const version = found === null ? null : await versionOf(ctx, id)
  if (found === null || version === null) return
  const shown = new Set(await pathsChanged(dir, beginningOf(version), version.headSha))
  const unseen = (await pathsChanged(dir, merge.before, merge.after)).filter(path => !shown.has(path))
  if (unseen.length === 0) return
  const owned = await requiredPaths(await readCodeOwners(dir, found.blobId), unseen)
  if (owned.length > 0) throw new NotAllowed(messages.unseenOwnedFiles(owned, targetBranch))
}

/** The name of a rule of code owners, unique within its merge request. */
interface RuleName {
  readonly section: string
  readonly name: string
}

/**
 * The rules of code owners whose files a push changes, if the project removes their approvals then. It reads git, so call it before the
 * transaction.
 *
 * @param dir  the repository that has both versions
 * @param owned  the entries of CODEOWNERS for the new version
 * @param now  the version after the push
 * @param former  the version before it
 * @returns none where no approval is to be removed
 * @source MR-015
 */
export async function touchedOwnerRules(
  ctx: Context,
  { id }: { readonly id: number },
  dir: string,
  owned: OwnedChange,
  now: Compared,
  former: Compared,
): Promise<readonly RuleName[]> {
  if (owned.blobId === null || !(await losesOwnersOnly(ctx, id))) return []
  const shown = await pathsChanged(dir, beginningOf(now), now.headSha)
  // A change that came from the target branch alone is no change of the merge request.
  const own = new Set([...shown, ...(await pathsChanged(dir, beginningOf(former), former.headSha))])
  const changed = (await pathsChanged(dir, former.headSha, now.headSha)).filter(path => own.has(path))
  const file = await readCodeOwners(dir, owned.blobId)
  const rules = rulesOf(await entriesFor(file, shown))
  const touched = new Set((await entriesFor(file, changed)).map(entry => rules.get(entry)))
  return [...touched].flatMap(rule => (rule ? [{ section: rule.section, name: rule.pattern }] : []))
}

type Compared = Pick<VersionDraft, 'baseSha' | 'startSha' | 'headSha'>

/** Whether a push removes the approvals of the owners of changed files and no others, and the merge request has approvals. */
async function losesOwnersOnly(ctx: Context, id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from merge_requests mr join projects p on p.id = mr.namespace_id
    where mr.id = ${id} and p.selective_code_owner_removals and not p.reset_approvals_on_push
      and exists (select 1 from merge_request_approvals a where a.merge_request_id = mr.id)`.execute(ctx.db)
  return rows.length > 0
}

/** Remove the approvals of the code owners that some rules name, and record their removal. */
export async function removeOwnerApprovals(
  ctx: Context,
  mergeRequest: RuledMergeRequest,
  rules: readonly RuleName[],
): Promise<void> {
  if (rules.length === 0) return
  const { rows } = await sql<{ userId: number }>`
    select distinct q.user_id from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as e(section text, name text)
      join approval_rules r on r.merge_request_id = ${mergeRequest.id} and r.rule_type = 'code_owner' and r.section = e.section
        and r.name = e.name
      cross join lateral approvers_of(r) q
      join merge_request_approvals a on a.merge_request_id = r.merge_request_id and a.user_id = q.user_id`.execute(
    ctx.db,
  )
  const userIds = rows.map(row => row.userId)
  if (userIds.length > 0) await removeApprovals(ctx, mergeRequest, userIds)
}
