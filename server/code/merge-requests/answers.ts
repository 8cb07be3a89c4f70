import { sql } from 'kysely'
import * as contract from '#contract/code/merge-requests/merge-requests.ts'
import { load, loadIfAllowed } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { listParticipants } from '#server/discuss/participants/participants.ts'
import { changeSubscription } from '#server/discuss/subscriptions/subscribe.ts'
import { NotFound, noneGiven } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { changesOf } from '#server/plan/issuables/changes/changes-of.ts'
import { countCommits, readLog } from '#server/platform/git/commits/log.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { RawJson, withMembers } from '#server/platform/text/raw-json.ts'
import { type Answer, answer, Paged, pageOf, pageOfJson, refuseChanged, StreamReply } from '#server/slice.ts'
import { pipelineBasicJson } from '../pipelines/present.ts'
import { repositoryOf } from '../repository/open.ts'
import { presentCommit } from '../repository/present.ts'
import { mayOverrideRules, requireApprovalsOf } from './approvals/rules.ts'
import { changesOfMergeRequest, presentChanges, presentVersion, rawChanges } from './changes.ts'
import { createMergeRequest } from './create.ts'
import { deleteMergeRequest } from './delete.ts'
import { type MergeRequestRow, mergeRequestById, mergeRequestByIid } from './find.ts'
import { acceptMergeRequest } from './merge/accept.ts'
import { cancelAutoMerge } from './merge/auto-merge.ts'
import { mergeRef } from './merge/merge-ref.ts'
import { rebaseMergeRequest } from './merge/rebase.ts'
import { pipelinesOfVersions } from './page/pipelines.ts'
import { showMergeRequest } from './present.ts'
import { updateMergeRequest } from './update.ts'
import { patchIdsOf } from './versions/patch-ids.ts'
import { headsOf } from './versions/repositories.ts'
import { type VersionRow, versionOf } from './versions/versions.ts'

const rv = columnsOf('mergeRequestReviewers', 'rv')

const readable = { about: mergeRequestByIid, ability: 'issuable:read' } as const

const { id: _id, mergeRequestIid: _iid, ...updatable } = contract.updateMergeRequest.input.properties

/** Have a new merge request need approvals, where its author may say so: elsewhere the rules of the project count. */
async function requireApprovals(ctx: Context, id: number, count: number): Promise<void> {
  await transact(ctx, async inner => {
    const made = await loadIfAllowed(inner, 'issuable:set-metadata', mergeRequestById, { id })
    if (made !== null && (await mayOverrideRules(inner, made.namespaceId))) await requireApprovalsOf(inner, made, count)
  })
}

/** Commits of a version, newest first. */
async function commitsOf(
  ctx: Context,
  mergeRequest: MergeRequestRow,
  version: VersionRow,
  page: { limit: number; skip: number },
) {
  const dir = await repositoryOf(ctx, { id: mergeRequest.namespaceId })
  if (dir === null) return []
  const project = await load(ctx, 'project:read-code', projectByRef, { id: mergeRequest.namespaceId })
  const commits = await readLog(dir, { from: [version.headSha], notFrom: [version.startSha], ...page })
  return commits.map(commit => presentCommit(ctx, project, commit))
}

export const mergeRequestAnswers: readonly Answer[] = [
  answer(contract.getMergeRequest, {
    ...readable,
    run: async (ctx, mergeRequest, { renderHtml, includeDivergedCommitsCount, includeRebaseInProgress }) => {
      const divergedCommitsCount = includeDivergedCommitsCount ? await divergedCommits(ctx, mergeRequest) : undefined
      return showMergeRequest(ctx, mergeRequest.id, {
        renderHtml,
        divergedCommitsCount,
        withRebase: includeRebaseInProgress === true,
      })
    },
  }),
  answer(contract.createMergeRequest, {
    about: projectByRef,
    ability: 'project:push-code',
    transaction: 'own',
    run: async (ctx, source, input) => {
      const { title, sourceBranch, targetBranch, squash, removeSourceBranch = false, mergeAfter } = input
      const allowCollaboration = input.allowCollaboration ?? input.allowMaintainerToPush
      const target = await load(ctx, 'project:create-merge-request', projectByRef, {
        id: input.targetProjectId ?? source.id,
      })
      const { id } = await createMergeRequest(ctx, source, target, {
        ...changesOf('createMergeRequest', input),
        title,
        sourceBranch,
        targetBranch,
        squash,
        removeSourceBranch,
        allowCollaboration,
        mergeAfter,
      })
      if (input.approvalsBeforeMerge !== undefined) await requireApprovals(ctx, id, input.approvalsBeforeMerge)
      return showMergeRequest(ctx, id)
    },
  }),
  answer(contract.updateMergeRequest, {
    about: mergeRequestByIid,
    ability: 'issuable:update',
    run: async (ctx, mergeRequest, input) => {
      const { id: _project, mergeRequestIid: _number, ...given } = input
      if (Object.values(given).every(value => value === undefined))
        throw noneGiven(...Object.keys(updatable).map(snakeCase))
      const { stateEvent, targetBranch, squash, removeSourceBranch, mergeAfter } = given
      const allowCollaboration = given.allowCollaboration ?? given.allowMaintainerToPush
      await updateMergeRequest(ctx, mergeRequest, {
        attributes: changesOf('updateMergeRequest', given),
        stateEvent,
        targetBranch,
        squash,
        removeSourceBranch,
        allowCollaboration,
        mergeAfter,
      })
      return showMergeRequest(ctx, mergeRequest.id)
    },
  }),
  answer(contract.deleteMergeRequest, {
    about: mergeRequestByIid,
    ability: 'issuable:delete',
    run: async (ctx, mergeRequest, input) => {
      refuseChanged(mergeRequest, input)
      await deleteMergeRequest(ctx, mergeRequest)
    },
  }),
  answer(contract.acceptMergeRequest, {
    about: mergeRequestByIid,
    ability: 'issuable:merge',
    refusal: 'unauthenticated',
    transaction: 'own',
    run: async (ctx, mergeRequest, input) => {
      const waits = input.autoMerge ?? input.mergeWhenPipelineSucceeds ?? false
      const { sha, targetBranch, squash, mergeCommitMessage, squashCommitMessage, shouldRemoveSourceBranch } = input
      const options = { sha, targetBranch, squash, mergeCommitMessage, squashCommitMessage, shouldRemoveSourceBranch }
      await acceptMergeRequest(ctx, mergeRequest, { ...options, waits })
      return showMergeRequest(ctx, mergeRequest.id)
    },
  }),
  answer(contract.cancelAutoMerge, {
    about: mergeRequestByIid,
    ability: 'issuable:merge',
    refusal: 'unauthenticated',
    run: async (ctx, mergeRequest) => {
      await cancelAutoMerge(ctx, mergeRequest)
      return { status: 'success' as const }
    },
  }),
  answer(contract.rebaseMergeRequest, {
    ...readable,
    transaction: 'own',
    run: async (ctx, mergeRequest) => {
      await rebaseMergeRequest(ctx, mergeRequest)
      // The rebase is complete by now: the name of the field is the contract's.
      return { rebaseInProgress: true }
    },
  }),
  answer(contract.listMergeRequestCommits, {
    ...readable,
    run: async (ctx, mergeRequest, input) => {
      const { page, perPage, offset } = pageOf(input)
      const version = await versionOf(ctx, mergeRequest.id)
      if (version === null) return Paged.offset([], { page, perPage, total: 0 })
      const commits = await commitsOf(ctx, mergeRequest, version, { limit: perPage, skip: offset })
      return Paged.offset(commits, { page, perPage, total: version.commitCount })
    },
  }),
  answer(contract.getMergeRequestChanges, {
    ...readable,
    run: async (ctx, mergeRequest, { unidiff }) => {
      const changes = await changesOfMergeRequest(ctx, mergeRequest)
      const shown = await showMergeRequest(ctx, mergeRequest.id)
      return withMembers(shown.text, {
        changes: presentChanges(changes, unidiff).map(snakeKeys),
        overflow: changes.overflow,
      })
    },
  }),
  answer(contract.listMergeRequestDiffs, {
    ...readable,
    run: async (ctx, mergeRequest, input) => {
      const { page, perPage, offset } = pageOf(input)
      const all = presentChanges(await changesOfMergeRequest(ctx, mergeRequest), input.unidiff)
      return Paged.offset(all.slice(offset, offset + perPage), { page, perPage, total: all.length })
    },
  }),
  answer(contract.getMergeRequestRawDiffs, {
    ...readable,
    run: async (ctx, mergeRequest) =>
      new StreamReply(await rawChanges(ctx, mergeRequest), { 'content-type': 'text/plain; charset=utf-8' }),
  }),
  answer(contract.listMergeRequestVersions, {
    ...readable,
    run: async (ctx, mergeRequest, input) => {
      const { page, perPage, offset } = pageOf(input)
      const { rows } = await sql<VersionRow & { readonly total: number }>`
        select id, number, base_sha, start_sha, head_sha, commit_count, file_count, created_at, count(*) over () as total
        from merge_request_versions where merge_request_id = ${mergeRequest.id} order by number desc limit ${perPage} offset ${offset}`.execute(
        ctx.db,
      )
      const patchIdOf = await patchIdsOf(ctx, mergeRequest, rows)
      const versions = rows.map(version => presentVersion(mergeRequest.id, version, patchIdOf(version)))
      return Paged.offset(versions, { page, perPage, total: rows[0]?.total ?? 0 })
    },
  }),
  answer(contract.getMergeRequestVersion, {
    ...readable,
    run: async (ctx, mergeRequest, { versionId, unidiff }) => {
      const version = await versionOf(ctx, mergeRequest.id, versionId)
      if (version === null) throw new NotFound('Version')
      const changes = await changesOfMergeRequest(ctx, mergeRequest, version)
      const patchIdOf = await patchIdsOf(ctx, mergeRequest, [version])
      return {
        ...presentVersion(mergeRequest.id, version, patchIdOf(version)),
        commits: await commitsOf(ctx, mergeRequest, version, { limit: 1_000, skip: 0 }),
        diffs: presentChanges(changes, unidiff),
      }
    },
  }),
  answer(contract.listMergeRequestParticipants, {
    ...readable,
    run: async (ctx, mergeRequest, input) => {
      const { page, perPage, offset } = pageOf(input)
      const { items, total } = await listParticipants(ctx, mergeRequest, { perPage, offset })
      return Paged.offset<never>(items, { page, perPage, total })
    },
  }),
  answer(contract.listMergeRequestReviewers, {
    ...readable,
    run: async (ctx, { id }) => {
      const { rows } = await sql<{ json: string }>`
        select coalesce(json_agg(${object({
          user: userBasicJson(ctx.services.settings, 'u'),
          ...rv.fields('state'),
          ...rv.moments('createdAt'),
        })} order by rv.created_at, u.id), '[]')::text as json
        from merge_request_reviewers rv join users u on u.id = rv.user_id where rv.issuable_id = ${id}`.execute(ctx.db)
      return new RawJson(rows[0]?.json ?? '[]')
    },
  }),
  answer(contract.getMergeRef, {
    ...readable,
    transaction: 'own',
    run: async (ctx, mergeRequest) => ({ commitId: await mergeRef(ctx, mergeRequest) }),
  }),
  answer(contract.listMergeRequestPipelines, {
    ...readable,
    run: (ctx, { id }, input) =>
      pageOfJson<never>(ctx, input, {
        item: pipelineBasicJson(ctx.services.settings),
        matching: pipelinesOfVersions(ctx.actor, sql`${id}::bigint`),
        order: sql`pl.id desc`,
      }),
  }),
  answer(contract.subscribeToMergeRequest, {
    about: mergeRequestByIid,
    ability: 'issuable:subscribe',
    run: async (ctx, mergeRequest) => {
      await changeSubscription(ctx, mergeRequest, true)
      return showMergeRequest(ctx, mergeRequest.id)
    },
  }),
  answer(contract.unsubscribeFromMergeRequest, {
    about: mergeRequestByIid,
    ability: 'issuable:subscribe',
    run: async (ctx, mergeRequest) => {
      await changeSubscription(ctx, mergeRequest, false)
      return showMergeRequest(ctx, mergeRequest.id)
    },
  }),
]

const snakeKeys = (given: object) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [snakeCase(name), value]))

/** The number of commits that the target branch has and the source has not. */
async function divergedCommits(ctx: Context, mergeRequest: MergeRequestRow): Promise<number> {
  const heads = await headsOf(ctx, mergeRequest)
  if (heads === null || heads.source === null || heads.target === null) return 0
  return countCommits(heads.dir, { from: [heads.target], notFrom: [heads.source] })
}
