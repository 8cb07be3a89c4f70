import { refRulesOf } from '#server/code/protected-refs/guard.ts'
import { isProtectedBy } from '#server/code/protected-refs/rights.ts'
import { lookUpRef, repositoryOf } from '#server/code/repository/open.ts'
import type { ToldPushOptions } from '#server/code/repository/push/push-options.ts'
import type { Context } from '#server/context.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { changedPaths } from '#server/platform/git/commits/changed-paths.ts'
import { countCommits, logIds } from '#server/platform/git/commits/log.ts'
import { zeroOid } from '#server/platform/git/objects.ts'
import { branchRef, refFolders, shortRefName, tagRef } from '#server/platform/git/refs/full-name.ts'
import { findRef, readTag, resolveCommit } from '#server/platform/git/refs/refs.ts'
import type { HookCall } from './calls.ts'
import { type HookSurroundings, toldCommit, userOf } from './surroundings.ts'

interface RefMove {
  readonly ref: string
  readonly before: string | null
  readonly after: string | null
}

/** @source GitLab's docs: a push of more branches, or more tags, calls no webhook */
const mostRefs = 3
const mostCommits = 20
const mostCounted = 10_000

/** The calls for a push. */
export async function pushCalls(
  ctx: Context,
  place: HookSurroundings,
  moves: readonly RefMove[],
  options: ToldPushOptions = {},
): Promise<readonly HookCall[]> {
  const dir = await repositoryOf(ctx, { id: place.projectId })
  if (dir === null) return []
  const calls: HookCall[] = []
  for (const kind of ['branch', 'tag'] as const) {
    const own = moves.filter(({ ref }) => ref.startsWith(refFolders[kind]))
    if (own.length <= mostRefs)
      calls.push(...(await Promise.all(own.map(move => callOf(ctx, place, dir, kind, move, options)))))
  }
  return calls
}

async function callOf(
  ctx: Context,
  place: HookSurroundings,
  dir: string,
  kind: 'branch' | 'tag',
  { ref, before, after }: RefMove,
  options: ToldPushOptions = {},
): Promise<HookCall> {
  const name = shortRefName(ref)
  const head = after === null ? null : await resolveCommit(dir, after)
  // A push of a new branch has the commits that the default branch lacks, and a push of a new default branch has all.
  const base = kind === 'tag' || name === place.defaultBranch ? before : (before ?? (await defaultHead(dir, place)))
  const notFrom = base === null ? [] : [base]
  const [ids, total] =
    kind === 'branch' && head !== null
      ? await Promise.all([
          logIds(dir, { from: [head], notFrom, limit: mostCommits }),
          countCommits(dir, { from: [head], notFrom, max: mostCounted }),
        ])
      : [head === null ? [] : [head], head === null ? 0 : 1]
  const [rules, commits, paths, tag] = await Promise.all([
    refRulesOf(ctx, place.projectId),
    readCommits(dir, ids),
    changedPaths(dir, ids),
    kind === 'tag' && after !== null ? findRef(dir, 'tag', name) : null,
  ])
  const user = await userOf(ctx)
  const message = tag === null ? null : ((await readTag(dir, tag))?.message ?? null)
  return {
    trigger: kind === 'tag' ? 'tag_push_events' : 'push_events',
    header: kind === 'tag' ? 'Tag Push Hook' : 'Push Hook',
    branch: kind === 'tag' ? null : name,
    payload: {
      object_kind: kind === 'tag' ? 'tag_push' : 'push',
      event_name: kind === 'tag' ? 'tag_push' : 'push',
      before: before ?? zeroOid,
      after: after ?? zeroOid,
      ref,
      ref_protected: isProtectedBy(rules, kind, name),
      checkout_sha: head,
      message,
      user_id: user.id,
      user_name: user.name,
      user_username: user.username,
      user_email: '',
      user_avatar: user.avatar_url,
      project_id: place.projectId,
      project: place.project,
      // Oldest first.
      commits: commits
        .toReversed()
        .flatMap(commit => (commit === null ? [] : [{ ...toldCommit(place, commit), ...paths.get(commit.id) }])),
      total_commits_count: total,
      push_options: options,
      repository: {
        ...place.repository,
        git_http_url: place.project.git_http_url,
        git_ssh_url: place.project.git_ssh_url,
        visibility_level: place.project.visibility_level,
      },
    },
  }
}

const defaultHead = (dir: string, { defaultBranch }: HookSurroundings) => resolveCommit(dir, branchRef(defaultBranch))

/** The latest commit of a project as if it had just been pushed, for a test request; null without one. */
export async function pushSample(
  ctx: Context,
  place: HookSurroundings,
  kind: 'branch' | 'tag',
): Promise<HookCall | null> {
  const dir = await repositoryOf(ctx, { id: place.projectId })
  const head = dir === null ? null : await lookUpRef(dir, { defaultBranch: place.defaultBranch }, place.defaultBranch)
  if (dir === null || head === null) return null
  const [commit] = await readCommits(dir, [head.commitId])
  const before = kind === 'tag' ? null : (commit?.parentIds[0] ?? null)
  const ref = kind === 'tag' ? tagRef('v1.0.0') : branchRef(place.defaultBranch)
  return callOf(ctx, place, dir, kind, { ref, before, after: head.commitId })
}
