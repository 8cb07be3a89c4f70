import { createContext as createSandbox, runInContext } from 'node:vm'
import type { listBranches } from '#contract/code/refs.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { validRefName } from '#server/platform/git/ref-name.ts'
import { countRefs, findRef, listRefs, mergedBranches, type Ref } from '#server/platform/git/refs.ts'
import { createBranch, deleteBranch } from '#server/platform/git/update-refs.ts'
import { Paged, pageOf, type Shown } from '#server/slice.ts'
import { presentBranch } from './entity.ts'
import { messages } from './messages.ts'
import { placeOf, repositoryOf } from './open.ts'
import { recordPush } from './push.ts'
import { commitChange } from './write.ts'

type Readable = Allowed<'project:read-code', ProjectRow>
type Pushable = Allowed<'project:push-code', ProjectRow>
type Reply = ReplyOf<typeof listBranches>

export async function showBranchList(
  ctx: Context,
  project: Readable,
  input: InputOf<typeof listBranches>,
): Promise<Paged<Reply>> {
  const { search, regex, sort, pagination, pageToken } = input
  const { page, perPage, offset } = pageOf(input)
  const dir = await repositoryOf(ctx, project)
  const found = dir === null ? [] : await listRefs(dir, 'branch', { search, sort })
  const all = regex ? matching(found, regex) : found
  const isKeyset = pagination === 'keyset' || pageToken !== undefined
  const start = !isKeyset ? offset : pageToken ? all.findIndex(ref => ref.name === pageToken) + 1 : 0
  const refs = all.slice(start, start + perPage)
  const items = dir === null ? [] : await presentAll(ctx, project, dir, refs)
  if (!isKeyset) return Paged.offset<Reply>(items, { page, perPage, total: all.length })
  const last = refs.at(-1)
  const hasMore = last !== undefined && start + perPage < all.length
  return Paged.keyset<Reply>(items, { perPage, next: hasMore ? { page_token: last.name } : null })
}

/** @throws NotFound  no such branch */
export async function showBranch(ctx: Context, project: Readable, name: string): Promise<Shown<Reply[number]>> {
  const dir = await repositoryOf(ctx, project)
  const ref = dir === null ? null : await findRef(dir, 'branch', name)
  const shown = dir === null || ref === null ? undefined : (await presentAll(ctx, project, dir, [ref]))[0]
  if (shown === undefined) throw new NotFound('Branch')
  return shown
}

/**
 * Create a branch. In an empty repository it points to a new, empty first commit.
 *
 * @throws Invalid  the name is invalid or taken, or the ref to start from does not exist
 */
export async function makeBranch(
  ctx: Context,
  project: Pushable,
  name: string,
  from: string,
): Promise<Shown<Reply[number]>> {
  if (!validRefName(name)) throw new Invalid('Branch name is invalid')
  if (await isEmpty(ctx, project)) return makeFirstBranch(ctx, project, name)
  const dir = await repositoryOf(ctx, project)
  const start = dir === null ? null : await placeOf(dir, project, from)
  if (dir === null || start === null) throw new Invalid(messages.badReference(from))
  const ref = await createBranch(dir, name, start.commitId).catch((error: unknown) => {
    throw error instanceof Conflict ? new Invalid(messages.branchTaken, { cause: error }) : error
  })
  await recordPush(ctx, project, [{ ref: ref.fullName, before: null, after: ref.target }])
  const [shown] = await presentAll(ctx, project, dir, [ref])
  if (shown === undefined) throw new NotFound('Branch')
  return shown
}

async function isEmpty(ctx: Context, project: Pushable): Promise<boolean> {
  const dir = await repositoryOf(ctx, project)
  return dir === null || (await countRefs(dir, 'branch')) + (await countRefs(dir, 'tag')) === 0
}

async function makeFirstBranch(ctx: Context, project: Pushable, name: string): Promise<Shown<Reply[number]>> {
  const { dir, ref, commitId } = await commitChange(ctx, project, {
    branch: name,
    message: messages.firstCommit,
    actions: [],
    allowEmpty: true,
  })
  // The first branch becomes the default branch.
  const [shown] = await presentAll(ctx, { ...project, defaultBranch: name }, dir, [
    { name, fullName: ref, target: commitId, commitId, isAnnotated: false },
  ])
  if (shown === undefined) throw new NotFound('Branch')
  return shown
}

/** @throws NotFound  no such branch · @throws Invalid  the default one, or it moved meanwhile */
export async function dropBranch(ctx: Context, project: Pushable, name: string): Promise<void> {
  const dir = await repositoryOf(ctx, project)
  if (dir === null) throw new NotFound('Branch')
  if (name === project.defaultBranch && (await findRef(dir, 'branch', name)) !== null)
    throw new Invalid(messages.defaultBranchStays)
  const ref = await deleteBranch(dir, name).catch((error: unknown) => {
    throw error instanceof Conflict ? new Invalid(messages.branchMoved, { cause: error }) : error
  })
  await recordPush(ctx, project, [{ ref: ref.fullName, before: ref.target, after: null }])
}

/** Delete the branches whose commits are all in the default branch. One that moves meanwhile stays. */
export async function dropMergedBranches(ctx: Context, project: Pushable): Promise<void> {
  const dir = await repositoryOf(ctx, project)
  const main = dir === null ? null : await findRef(dir, 'branch', project.defaultBranch)
  if (dir === null || main === null) return
  const gone: Ref[] = []
  for (const name of await mergedBranches(dir, main.commitId)) {
    if (name === project.defaultBranch) continue
    const ref = await deleteBranch(dir, name).catch((error: unknown) => {
      if (error instanceof Conflict || error instanceof NotFound) return null
      throw error
    })
    if (ref !== null) gone.push(ref)
  }
  if (gone.length === 0) return
  await recordPush(
    ctx,
    project,
    gone.map(ref => ({ ref: ref.fullName, before: ref.target, after: null })),
  )
}

async function presentAll(
  ctx: Context,
  project: Readable | Pushable,
  dir: string,
  refs: readonly Ref[],
): Promise<readonly Shown<Reply[number]>[]> {
  if (refs.length === 0) return []
  const main = await findRef(dir, 'branch', project.defaultBranch)
  const [commits, merged] = await Promise.all([
    readCommits(
      dir,
      refs.map(ref => ref.commitId),
    ),
    main === null ? [] : mergedBranches(dir, main.commitId),
  ])
  const isMerged = new Set(merged)
  return refs.flatMap((ref, index) => {
    const commit = commits[index]
    if (commit == null) return []
    const isOwn = ref.name === project.defaultBranch
    return [presentBranch(ctx, project, { ref, commit, isMerged: !isOwn && isMerged.has(ref.name) })]
  })
}

const regexMs = 100

/** A person's own pattern may run for ever, so it runs where it can be stopped. @throws Invalid */
function matching(refs: readonly Ref[], regex: string): readonly Ref[] {
  const sandbox = createSandbox({ names: refs.map(ref => ref.name), regex })
  try {
    const found: unknown = runInContext(
      'const wanted = new RegExp(regex); names.map(name => wanted.test(name))',
      sandbox,
      {
        timeout: regexMs,
      },
    )
    return Array.isArray(found) ? refs.filter((_ref, index) => found[index] === true) : []
  } catch (cause) {
    throw new Invalid(messages.badRegex, { cause })
  }
}
