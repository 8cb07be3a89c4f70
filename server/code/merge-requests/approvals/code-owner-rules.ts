import { sql } from 'kysely'
import { findCodeOwners } from '#server/code/code-owners/read.ts'
import { type OwnedChange, ownedChange, storeCodeOwnerRules } from '#server/code/code-owners/rules.ts'
import { type Context, transact } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import type { MergeRequestRow } from '../find.ts'
import type { VersionDraft } from '../versions/versions.ts'

type Told = Pick<MergeRequestRow, 'id' | 'type' | 'namespaceId' | 'ancestorIds'>

/** What CODEOWNERS of the target branch says about the files of a version. */
export const ownedVersion = (
  dir: string,
  target: Oid,
  { baseSha, startSha, headSha }: Pick<VersionDraft, 'baseSha' | 'startSha' | 'headSha'>,
): Promise<OwnedChange> => ownedChange(dir, target, { from: baseSha ?? startSha, to: headSha })

/** Store the rules that follow from CODEOWNERS, and say so if they are others than before. */
export async function changeCodeOwnerRules(ctx: Context, mergeRequest: Told, change: OwnedChange): Promise<void> {
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
  mergeRequest: Told,
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
