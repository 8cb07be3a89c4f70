import { readCommits } from '#server/platform/git/cat-file.ts'
import { countCommits } from '#server/platform/git/commits/log.ts'
import { straightLine } from '#server/platform/git/commits/straight-line.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { isTagRef, shortRefName } from '#server/platform/git/refs/full-name.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import type { RefUpdate } from '#server/platform/git/writing/update-refs.ts'
import { shortened } from '#server/platform/text/summary.ts'
import type { RefPush } from '../events.ts'

/** A push of more branches and tags is one event without their names. */
const refsToldApart = 3
const maxCommitsCounted = 10_000

/**
 * The changes of branches and tags by a push, for the activity.
 *
 * @param moved  refs that have moved already
 * @param defaultBranch  a new branch counts the commits that this one lacks
 */
export async function describePush(
  dir: string,
  defaultBranch: string,
  moved: readonly RefUpdate[],
): Promise<readonly RefPush[]> {
  const updates = moved.filter(({ ref }) => /^refs\/(?:heads|tags)\//.test(ref))
  if (updates.length <= refsToldApart) return Promise.all(updates.map(each => pushOf(dir, defaultBranch, each)))
  return Object.values(Object.groupBy(updates, each => `${refTypeOf(each)} ${actionOf(each)}`)).flatMap(alike => {
    const [first] = alike ?? []
    return first === undefined || alike === undefined ? [] : [{ ...blank(first), ref: null, refCount: alike.length }]
  })
}

async function pushOf(dir: string, defaultBranch: string, update: RefUpdate): Promise<RefPush> {
  const { ref, before, after } = update
  const bare = { ...blank(update), commitFrom: before, commitTo: after }
  if (bare.refType === 'tag' || after === null) return bare
  const base = before ?? (await startOf(dir, defaultBranch, ref))
  const commitCount = await countOf(dir, base, after)
  // The head is read after the count, which usually has read it and cached it.
  const [head] = await readCommits(dir, [after])
  return { ...bare, commitCount, commitTitle: head == null ? null : shortened(head.title) }
}

/** Part of the push, so it must be fast: counting the usual few commits starts no process. */
async function countOf(dir: string, base: Oid | null, after: Oid): Promise<number> {
  const line = base === null ? null : await straightLine(dir, base, after)
  if (line !== null) return line.length
  return countCommits(dir, { from: [after], notFrom: base === null ? [] : [base], max: maxCommitsCounted })
}

/** The head of the default branch, which a new branch begins at; null for the default branch itself. */
async function startOf(dir: string, defaultBranch: string, ref: string) {
  const start = await findRef(dir, 'branch', defaultBranch)
  return start === null || start.fullName === ref ? null : start.commitId
}

const blank = (update: RefUpdate): RefPush => ({
  action: actionOf(update),
  refType: refTypeOf(update),
  ref: shortRefName(update.ref),
  refCount: null,
  commitFrom: null,
  commitTo: null,
  commitCount: 0,
  commitTitle: null,
})

const refTypeOf = ({ ref }: RefUpdate): RefPush['refType'] => (isTagRef(ref) ? 'tag' : 'branch')

const actionOf = ({ before, after }: RefUpdate): RefPush['action'] =>
  before === null ? 'created' : after === null ? 'removed' : 'pushed'
