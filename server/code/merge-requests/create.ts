import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, transact } from '#server/context.ts'
import { listTopics } from '#server/discuss/noteables/live-topics.ts'
import { loadTarget, runCommands } from '#server/discuss/quick-actions/run.ts'
import { Conflict, Unprocessable } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { sameNetwork } from '#server/foundation/projects/fork-relation.ts'
import { type CreatedIssuable, insertIssuable } from '#server/plan/issuables/changes/insert.ts'
import { type NewIssuable, prepareIssuable } from '#server/plan/issuables/changes/prepare.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { storeCodeOwnerRules } from '../code-owners/rules.ts'
import { ownedVersion } from './approvals/code-owner-rules.ts'
import { closedBy, keepClosedIssues } from './closing-issues.ts'
import { messages } from './messages.ts'
import { mergeSettingsOf } from './settings.ts'
import { mergeabilityOf, mergeabilityPairs } from './versions/mergeability.ts'
import { headsOf } from './versions/repositories.ts'
import { draftVersion, keepVersion, storeVersion } from './versions/versions.ts'

interface NewMergeRequest extends NewIssuable {
  readonly sourceBranch: string
  readonly targetBranch: string
  readonly squash?: boolean | undefined
  /** If left out, the project's setting applies; an API client that leaves it out means no. */
  readonly removeSourceBranch?: boolean | undefined
  readonly allowCollaboration?: boolean | undefined
  /** The merge request cannot be merged before. */
  readonly mergeAfter?: string | null | undefined
}

/**
 * Open a merge request. Quick actions in its description run when it is there.
 *
 * @throws Invalid  a value breaks a rule
 * @throws Unprocessable  a branch does not exist, or source and target are the same
 * @throws Conflict  an open one has the same two branches
 */
export async function createMergeRequest(
  ctx: Context,
  source: Allowed<'project:push-code', ProjectRow>,
  target: Allowed<'project:create-merge-request', ProjectRow>,
  given: NewMergeRequest,
): Promise<CreatedIssuable> {
  const {
    sourceBranch,
    targetBranch,
    squash,
    removeSourceBranch,
    allowCollaboration,
    mergeAfter = null,
    ...attributes
  } = given
  if (source.id !== target.id && !(await sameNetwork(ctx, source.id, target.id)))
    throw new Unprocessable(messages.otherNetwork)
  if (source.id === target.id && sourceBranch === targetBranch) throw new Unprocessable(messages.sameBranch)
  const heads = await headsOf(ctx, { namespaceId: target.id, sourceProjectId: source.id, sourceBranch, targetBranch })
  if (heads === null || heads.source === null) throw new Unprocessable(messages.noBranch(sourceBranch, 'source'))
  if (heads.target === null) throw new Unprocessable(messages.noBranch(targetBranch, 'target'))
  const version = await draftVersion(heads.dir, heads.target, heads.source)
  const owned = await ownedVersion(heads.dir, heads.target, version)
  const mergeability = await mergeabilityOf(heads.dir, heads.target, heads.source)
  const settings = await mergeSettingsOf(ctx, target.id)
  const setsMetadata = may(ctx.actor, 'project:push-code', target.facts)
  const options = {
    squash: squash ?? settings.squashOption === 'default_on',
    removeSourceBranch: removeSourceBranch ?? settings.removeSourceBranchAfterMerge,
    allowCollaboration: allowCollaboration ?? false,
    mergeAfter,
  }
  return prepareIssuable(
    ctx,
    target,
    { ...attributes, type: 'merge_request' },
    { setsMetadata },
    (outer, { row, commands, ...created }) =>
      transact(outer, async inner => {
        await refuseDuplicate(inner, source.id, target.id, given)
        const inserted = await insertIssuable(inner, target.id, 'merge_request', row)
        const own = { id: inserted.id, namespaceId: target.id }
        await insertRow(inner, own, {
          sourceProjectId: source.id,
          sourceBranch,
          targetBranch,
          ...options,
          title: row.values.title,
        })
        await keepVersion(heads.dir, inserted.iid, version)
        await storeVersion(inner, own, version)
        await storeCodeOwnerRules(inner, own, owned)
        await sql`update merge_requests set ${mergeabilityPairs(mergeability)} where id = ${own.id}`.execute(inner.db)
        await keepClosedIssues(
          inner,
          own,
          await closedBy(
            inner,
            { id: target.id, fullPath: target.fullPath, ancestorIds: target.ancestorIds },
            row.values.description ?? '',
            created.named.issuableIds,
          ),
        )
        await inner.events.record(
          'merge_request.created',
          { issuableId: inserted.id, ...created },
          { namespaceId: target.id, topics: listTopics('merge_request', target.id, target.ancestorIds) },
        )
        const commandTarget = commands.length === 0 ? null : await loadTarget(inner, inserted.id)
        if (commandTarget !== null) await runCommands(inner, commandTarget, commands)
        return inserted
      }),
  )
}

async function refuseDuplicate(
  ctx: Context,
  sourceId: number,
  targetId: number,
  { sourceBranch, targetBranch }: NewMergeRequest,
): Promise<void> {
  const { rows } = await sql<{ iid: number }>`
    select i.iid from merge_requests mr join issuables i on i.id = mr.id
    where mr.source_project_id = ${sourceId} and mr.source_branch = ${sourceBranch} and mr.namespace_id = ${targetId}
      and mr.target_branch = ${targetBranch} and mr.is_open`.execute(ctx.db)
  const other = rows[0]
  if (other !== undefined) throw new Conflict(messages.duplicate(other.iid))
}

interface RowParts {
  readonly sourceProjectId: number
  readonly sourceBranch: string
  readonly targetBranch: string
  readonly squash: boolean
  readonly removeSourceBranch: boolean
  readonly allowCollaboration: boolean
  readonly mergeAfter: string | null
  readonly title: string
}

async function insertRow(
  ctx: Context,
  { id, namespaceId }: { readonly id: number; readonly namespaceId: number },
  parts: RowParts,
): Promise<void> {
  try {
    await sql`
      insert into merge_requests (id, namespace_id, source_project_id, source_branch, target_branch, draft, squash, remove_source_branch, allow_collaboration,
        merge_after, waits_until)
      values (${id}, ${namespaceId}, ${parts.sourceProjectId}, ${parts.sourceBranch}, ${parts.targetBranch}, is_draft_title(${parts.title}),
        ${parts.squash}, ${parts.removeSourceBranch}, ${parts.allowCollaboration},
        ${parts.mergeAfter}::timestamptz, ${parts.mergeAfter}::timestamptz)`.execute(ctx.db)
  } catch (error) {
    if (isTaken(error, 'merge_requests_open')) throw new Conflict(messages.duplicateUnnamed, { cause: error })
    throw error
  }
}
