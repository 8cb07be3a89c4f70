import { sql } from 'kysely'
import { type Allowed, load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { anonymous, type Context, createContext, type Services, transact, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import {
  currentPath,
  inapplicableReason,
  reasons,
  shift,
  suggestionJoins,
} from '#server/discuss/suggestions/present.ts'
import { touchNotes } from '#server/discuss/suggestions/store.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { userByIdOrUsername } from '#server/foundation/users/find.ts'
import { isAncestor } from '#server/platform/git/commits/merge-base.ts'
import { readFile } from '#server/platform/git/files/blob.ts'
import { isOid, type Oid } from '#server/platform/git/objects.ts'
import { branchRef } from '#server/platform/git/refs/full-name.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { commitFiles, type FileAction } from '#server/platform/git/writing/commit-files.ts'
import { updateRefs } from '#server/platform/git/writing/update-refs.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { CheckGiven, Finding } from '#server/slice.ts'
import { refuseOwnedFiles } from '../code-owners/refuse-push.ts'
import { pushableByRef } from '../collaboration/pushable.ts'
import { type MergeRequestRow, mergeRequestSelection } from '../merge-requests/find.ts'
import { templateValues } from '../merge-requests/merge/commit-message.ts'
import { writtenMessage } from '../merge-requests/merge/commit-template.ts'
import { refreshMergeRequest } from '../merge-requests/versions/refresh.ts'
import { checkMove } from '../protected-refs/guard.ts'
import { signatureOf } from '../repository/commits/signature.ts'
import { moveBranch } from '../repository/move-branch.ts'
import { repositoryOf } from '../repository/open.ts'
import { markPush, type PushMark } from '../repository/push/journal.ts'
import { recordPush } from '../repository/push/push.ts'
import { commitMessageOf } from './commit-message.ts'
import { editFile } from './edit-file.ts'
import { messages } from './messages.ts'
import { maxTextBytes, textOf } from './text-file.ts'

type SuggestionTarget = Allowed<'issuable:apply-suggestions', MergeRequestRow>

interface SuggestionRow {
  readonly id: number
  readonly authorId: number
  readonly internal: boolean
  readonly path: string
  readonly fromLine: number
  readonly toLine: number
  readonly fromContent: string
  readonly toContent: string
  readonly reason: string | null
  readonly isBusy: boolean
}

/** The planned change of the source branch: stored before it moves, so that an interrupted one can be finished. */
interface Applying {
  readonly commitId: Oid
  readonly before: Oid
  readonly userId: number
  readonly since: string
}

/**
 * Apply suggestions of one merge request in one commit on its source branch: all, or none.
 *
 * @throws NotFound  one of them is not there
 * @throws Forbidden  the actor may not push to the source branch
 * @throws Invalid  one of them cannot be applied, or two of them overlap; nothing has changed then
 */
export async function applySuggestions(
  ctx: Context,
  mergeRequest: SuggestionTarget,
  ids: readonly number[],
  message: string | undefined,
): Promise<void> {
  if (mergeRequest.sourceProjectId === null) throw new Invalid(reasons.noBranch)
  const source = await load(ctx, 'project:push-branch', pushableByRef, { id: mergeRequest.sourceProjectId })
  await checkMove(ctx, source, 'push', 'branch', mergeRequest.sourceBranch)
  const dir = await repositoryOf(ctx, source)
  if (dir === null) throw new Invalid(reasons.noBranch)
  const author = await signatureOf(ctx)
  const moving: { mark: PushMark | null } = { mark: null }
  const applying = await moveBranch(dir, mergeRequest.sourceBranch, async (): Promise<Applying> => {
    const rows = await suggestionsOf(ctx, mergeRequest, ids)
    const head = await findRef(dir, 'branch', mergeRequest.sourceBranch)
    if (head === null) throw new Invalid(reasons.noBranch)
    const actions = await actionsFor(dir, head.commitId, rows)
    let claimed: Applying | null = null
    try {
      await commitFiles(dir, {
        branch: mergeRequest.sourceBranch,
        expectedHead: head.commitId,
        message: await messageFor(ctx, mergeRequest, rows, message),
        author,
        actions,
        move: async (repository, updates) => {
          const commitId = updates[0]?.after ?? null
          if (commitId === null) throw new Error('a commit moves one branch forward')
          await refuseOwnedFiles(ctx, source, repository, updates)
          // The time is not that of the request: it may have waited for its turn since then, and would count as
          // interrupted.
          const since = new Date().toISOString()
          claimed = { commitId, before: head.commitId, userId: userIdOf(ctx) ?? 0, since }
          await claim(ctx, ids, claimed)
          const mark = await markPush(ctx, source.id, updates, commitId)
          moving.mark = mark
          await updateRefs(repository, updates)
        },
      })
    } catch (error) {
      await moving.mark?.clear()
      moving.mark = null
      if (claimed !== null) await release(ctx, ids, claimed)
      throw error
    }
    if (claimed === null) throw new Error('a branch moved before its commit was told of')
    return claimed
  })
  try {
    await complete(ctx, mergeRequest, source, ids, applying)
  } catch (error) {
    // `finishSuggestions` completes it.
    moving.mark?.leave()
    throw error
  }
  await moving.mark?.recorded()
  await refreshMergeRequest(ctx, mergeRequest)
}

async function suggestionsOf(
  ctx: Context,
  mergeRequest: SuggestionTarget,
  ids: readonly number[],
): Promise<readonly SuggestionRow[]> {
  const { rows } = await sql<SuggestionRow>`
    select s.id, n.author_id, n.internal, ${currentPath} as path, s.from_line + ${shift} as from_line, s.to_line + ${shift} as to_line,
      s.from_content, s.to_content, ${inapplicableReason} as reason, s.applying is not null as is_busy
    from suggestions s join notes n on n.id = s.note_id ${suggestionJoins}
    where s.id = any (${[...ids]}::bigint[]) and n.issuable_id = ${mergeRequest.id} order by s.id`.execute(ctx.db)
  const readsInternal = may(ctx.actor, 'issuable:read-internal-notes', mergeRequest.facts)
  const visible = rows.filter(row => !row.internal || readsInternal)
  if (visible.length < new Set(ids).size) throw new NotFound('Suggestion')
  for (const { reason, isBusy } of visible) {
    if (reason !== null) throw new Invalid(reason)
    if (isBusy) throw new Invalid(messages.busy)
  }
  return visible
}

async function actionsFor(dir: string, head: Oid, rows: readonly SuggestionRow[]): Promise<readonly FileAction[]> {
  const actions: FileAction[] = []
  for (const [path, edits] of Map.groupBy(rows, row => row.path)) {
    const file = await readFile(dir, head, path, { maxBytes: maxTextBytes })
    if (file === null) throw new Invalid(reasons.outdated)
    const text = textOf(file.content)
    if (text === null) throw new Invalid(messages.noText)
    const edited = editFile(text, edits)
    switch (edited.outcome) {
      case 'changed':
        throw new Invalid(reasons.outdated)
      case 'overlap':
        throw new Invalid(messages.overlap)
      case 'edited':
        actions.push({ action: 'update', path, content: Buffer.from(edited.text) })
        break
      default:
        edited satisfies never
    }
  }
  return actions
}

async function messageFor(
  ctx: Context,
  mergeRequest: MergeRequestRow,
  rows: readonly SuggestionRow[],
  message: string | undefined,
): Promise<string> {
  const authorIds = [...new Set(rows.map(row => row.authorId))].filter(id => id !== userIdOf(ctx))
  const { rows: found } = await sql<{ name: string; template: string | null; coAuthors: readonly string[] }>`
    select n.name, p.suggestion_commit_message as template,
      array(select u.name || ' <' || u.email || '>' from users u where u.id = any (${authorIds}::bigint[]) order by u.id) as co_authors
    from projects p join namespaces n on n.id = p.id where p.id = ${mergeRequest.namespaceId}`.execute(ctx.db)
  const { name = '', template = null, coAuthors = [] } = found[0] ?? {}
  const user = ctx.actor.kind === 'user' ? ctx.actor : { name: '', username: '' }
  return commitMessageOf(writtenMessage(message) ?? template, {
    values: await templateValues(ctx, mergeRequest),
    projectPath: mergeRequest.namespacePath,
    projectName: name,
    user,
    count: rows.length,
    paths: [...new Set(rows.map(row => row.path))],
    coAuthors: coAuthors.map(author => author.replace(/[\r\n]+/g, ' ')),
  })
}

async function claim(ctx: Context, ids: readonly number[], applying: Applying): Promise<void> {
  await transact(ctx, async inner => {
    const { numAffectedRows } = await sql`update suggestions set applying = ${JSON.stringify(applying)}::jsonb
      where id = any (${[...ids]}::bigint[]) and not applied and applying is null`.execute(inner.db)
    if (Number(numAffectedRows ?? 0) < new Set(ids).size) throw new Invalid(messages.busy)
  })
}

async function release(ctx: Context, ids: readonly number[], { commitId }: Applying): Promise<void> {
  await sql`update suggestions set applying = null where id = any (${[...ids]}::bigint[]) and applying ->> 'commitId' = ${commitId}`.execute(
    ctx.db,
  )
}

type Target = Pick<MergeRequestRow, 'id' | 'type' | 'namespaceId' | 'ancestorIds' | 'sourceBranch'>

/** The branch has moved: say so. */
async function complete(
  ctx: Context,
  mergeRequest: Target,
  source: Pick<ProjectRow, 'id' | 'defaultBranch'>,
  ids: readonly number[],
  { commitId, before }: Applying,
): Promise<void> {
  await transact(ctx, async inner => {
    const { numAffectedRows } =
      await sql`update suggestions set applied = true, commit_id = ${commitId}, applying = null
      where id = any (${[...ids]}::bigint[]) and applying ->> 'commitId' = ${commitId}`.execute(inner.db)
    if (numAffectedRows === 0n) return
    await touchNotes(inner, ids)
    await inner.events.record(
      'suggestions.applied',
      { issuableId: mergeRequest.id, suggestionIds: ids, commitId },
      { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
    )
    await recordPush(inner, source, [{ ref: branchRef(mergeRequest.sourceBranch), before, after: commitId }], {
      mark: commitId,
    })
  })
}

/** The age from which unfinished suggestions count as interrupted. */
const cutOffAfterMs = 60_000

/** Complete applications that were interrupted after the branch had moved, and revert the others. A timed job. */
export async function finishSuggestions(db: Db, services: Services): Promise<void> {
  const ctx = createContext({ actor: anonymous, db, services, requestId: 'finish-suggestions' })
  for (const { applying, suggestionIds, ...mergeRequest } of await cutOffSuggestions(ctx, cutOffAfterMs))
    await finish(ctx, mergeRequest, suggestionIds, applying)
}

/** Suggestions whose commit was interrupted. @see finishSuggestions */
export async function* unfinishedSuggestions(ctx: Context, given: CheckGiven): AsyncIterable<Finding> {
  for (const { applying, suggestionIds, ...mergeRequest } of await cutOffSuggestions(ctx, given.cutOffAfterMs))
    yield {
      place: `${mergeRequest.namespacePath}!${mergeRequest.iid}`,
      text: 'A suggestion commit was interrupted.',
      repair: () => finish(ctx, mergeRequest, suggestionIds, applying),
    }
}

async function cutOffSuggestions(ctx: Context, afterMs: number) {
  const before = new Date(Date.parse(ctx.now) - afterMs).toISOString()
  const { rows } = await sql<
    MergeRequestRow & { readonly applying: Applying; readonly suggestionIds: readonly number[] }
  >`
    select ${mergeRequestSelection.columns(ctx, sql<string>`${ctx.now}`)}, c.applying, c.suggestion_ids
    from (select s.applying, n.issuable_id, array_agg(s.id) as suggestion_ids from suggestions s join notes n on n.id = s.note_id
      where s.applying is not null and (s.applying ->> 'since')::timestamptz <= ${before}::timestamptz group by s.applying, n.issuable_id) c
    join issuables i on i.id = c.issuable_id ${mergeRequestSelection.joins(ctx)}`.execute(ctx.db)
  return rows
}

async function finish(
  ctx: Context,
  mergeRequest: MergeRequestRow,
  ids: readonly number[],
  applying: Applying,
): Promise<void> {
  const actor = await userByIdOrUsername(ctx.db, String(applying.userId))
  const own = { ...ctx, actor: actor ?? ctx.actor, now: new Date().toISOString() }
  const sourceId = mergeRequest.sourceProjectId
  const dir = sourceId === null ? null : await repositoryOf(own, { id: sourceId })
  const head = dir === null ? null : await findRef(dir, 'branch', mergeRequest.sourceBranch)
  const hasMoved =
    dir !== null &&
    head !== null &&
    isOid(applying.commitId) &&
    (await isAncestor(dir, applying.commitId, head.commitId))
  if (!hasMoved || sourceId === null) return release(own, ids, applying)
  await complete(own, mergeRequest, { id: sourceId, defaultBranch: mergeRequest.defaultBranch }, ids, applying)
  await refreshMergeRequest(own, mergeRequest)
}
