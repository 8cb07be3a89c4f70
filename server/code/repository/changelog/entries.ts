import { sql } from 'kysely'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Unprocessable } from '#server/errors.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { trailersOf } from '#server/platform/git/commits/commit.ts'
import { readLog } from '#server/platform/git/commits/log.ts'
import { parentsInRange } from '#server/platform/git/commits/parents.ts'
import type { Commit, Oid } from '#server/platform/git/objects.ts'
import { messages } from '../messages.ts'
import { mergedIn } from './merged-in.ts'
import { revertPhrase, revertsOf } from './reverts.ts'

/** Commits between two versions at most. */
const mostCommits = 15_000

interface Range {
  readonly dir: string
  readonly from: Oid
  readonly to: Oid
}

export interface Entry {
  readonly commit: Commit
  /** The value of the trailer. */
  readonly category: string
  /** The author, where they have an account and are not a member of the project. */
  readonly credit: string | null
  /** The merge request that brought the commit. */
  readonly mergeRequestIid: number | null
}

/**
 * The commits of a range that have a trailer, newest first, without those that a later one reverts.
 *
 * @throws Unprocessable  the range is too long
 */
export async function entriesOf(
  ctx: Context,
  project: ProjectRow,
  range: Range,
  trailer: string,
): Promise<readonly Entry[]> {
  const { dir, from, to } = range
  const parents = await parentsInRange(dir, { from: to, notFrom: from, max: mostCommits + 1 })
  if (parents.size > mostCommits) throw new Unprocessable(messages.longRange(mostCommits))
  const between = { from: [to], notFrom: [from], limit: mostCommits }
  const [marked, reverting] = await Promise.all([
    readLog(dir, { ...between, search: `${trailer}:` }),
    readLog(dir, { ...between, search: revertPhrase }),
  ])
  const reverted = revertsOf(reverting, project.fullPath).commits
  const found = marked.flatMap(commit => {
    const category = categoryOf(commit, trailer)
    return category === null || reverted.has(commit.id) ? [] : [{ commit, category }]
  })
  if (found.length === 0) return []
  const [credits, iids] = await Promise.all([
    creditsOf(
      ctx,
      project,
      found.map(({ commit }) => commit.author.email),
    ),
    mergeRequestsOf(ctx, project, { parents, to }),
  ])
  return found.map(each => ({
    ...each,
    credit: credits.get(each.commit.author.email.toLowerCase()) ?? null,
    mergeRequestIid: iids.get(each.commit.id) ?? null,
  }))
}

function categoryOf(commit: Commit, trailer: string): string | null {
  const values = Object.entries(trailersOf(commit).extendedTrailers)
  const [, [value = ''] = []] = values.find(([key]) => key.toLowerCase() === trailer.toLowerCase()) ?? []
  return value === '' ? null : value
}

/** Usernames of authors who are not members of the project, by address. */
async function creditsOf(
  ctx: Context,
  { id }: ProjectRow,
  emails: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(emails.map(email => email.toLowerCase().replaceAll('\0', '')))]
  const { rows } = await sql<{ email: string; username: string }>`
    select lower(e.email) as email, u.username from user_emails e join users u on u.id = e.user_id join namespaces n on n.id = ${id}
    where lower(e.email) = any (${wanted}::text[]) and e.confirmed_at is not null
      and coalesce(access_level_of(u.id, n.ancestor_ids), 0) = 0`.execute(ctx.db)
  return new Map(rows.map(row => [row.email, row.username]))
}

interface Graph {
  /** The parents of every commit of the range. */
  readonly parents: ReadonlyMap<Oid, readonly Oid[]>
  readonly to: Oid
}

/** The numbers of the merge requests that brought the commits of a range; of several, of the one that was merged first. */
async function mergeRequestsOf(
  ctx: Context,
  project: ProjectRow,
  { parents, to }: Graph,
): Promise<ReadonlyMap<Oid, number>> {
  const brought = new Map<Oid, number>()
  if ((await loadIfAllowed(ctx, 'project:read-merge-requests', projectByRef, { id: project.id })) === null)
    return brought
  const rows = await mergedIn(ctx, project.id, [...parents.keys()])
  const mainline = new Set<Oid>()
  for (let at: Oid | undefined = to; at !== undefined && parents.has(at); at = parents.get(at)?.[0]) mainline.add(at)
  for (const { iid, mergeCommitSha, squashCommitSha, headSha, baseSha, startSha } of rows) {
    for (const made of [mergeCommitSha, squashCommitSha])
      if (made !== null && parents.has(made) && !brought.has(made)) brought.set(made, iid)
    // A fast-forward leaves the commits of a merge request on the target branch itself.
    const isForwarded = mainline.has(headSha)
    const open = [headSha]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const isBefore = at === baseSha || at === startSha || (!isForwarded && mainline.has(at))
      const next = parents.get(at)
      if (isBefore || next === undefined || (brought.has(at) && brought.get(at) !== iid)) continue
      brought.set(at, iid)
      open.push(...next.filter(parent => !brought.has(parent)))
    }
  }
  return brought
}
