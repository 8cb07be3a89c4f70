import { createContext as createSandbox, runInContext } from 'node:vm'
import type { listBranches } from '#contract/code/refs.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { checkMove, refGuard } from '#server/code/protected-refs/guard.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { validRefName } from '#server/platform/git/refs/ref-name.ts'
import { countRefs, findRef, listRefs, mergedBranches, type Ref } from '#server/platform/git/refs/refs.ts'
import { createBranch } from '#server/platform/git/writing/update-refs.ts'
import type { Shown } from '#server/slice.ts'
import { messages } from '../messages.ts'
import { moveBranch } from '../move-branch.ts'
import { lookUpRef, repositoryOf } from '../open.ts'
import { presentBranch } from '../present.ts'
import { pushTo } from '../push/push-to.ts'
import { commitChange } from '../write.ts'
import { dropRef, finishRef, type KindOfRef, presentOne } from './refs.ts'

type PushableProject = Allowed<'project:push-code', ProjectRow>
type Branch = ReplyOf<typeof listBranches>[number]

export const branches: KindOfRef<Branch> = {
  kind: 'branch',
  async present(ctx, project, dir, refs) {
    if (refs.length === 0) return []
    const main = await findRef(dir, 'branch', project.defaultBranch)
    const [commits, merged, guard] = await Promise.all([
      readCommits(
        dir,
        refs.map(ref => ref.commitId),
      ),
      main === null ? [] : mergedBranches(dir, main.commitId),
      refGuard(ctx, project),
    ])
    const isMerged = new Set(merged)
    return refs.flatMap((ref, index) => {
      const commit = commits[index]
      if (commit == null) return []
      const isOwn = ref.name === project.defaultBranch
      return [
        presentBranch(ctx, project, {
          ref,
          commit,
          isMerged: !isOwn && isMerged.has(ref.name),
          rights: guard.of('branch', ref.name),
        }),
      ]
    })
  },
}

/**
 * Create a branch. An empty repository gets its default branch first, with an empty commit: it is there to start from.
 *
 * @throws Invalid  the name is invalid or taken, or the ref to start from does not exist
 * @throws Forbidden  the name is protected
 */
export async function makeBranch(
  ctx: Context,
  project: PushableProject,
  name: string,
  from: string,
): Promise<Shown<Branch>> {
  if (!validRefName(name)) throw new Invalid('Branch name is invalid')
  if (await isEmpty(ctx, project)) {
    if (name === project.defaultBranch) return makeFirstBranch(ctx, project)
    if (from !== project.defaultBranch) throw new Invalid(messages.badReference(from))
    await makeFirstBranch(ctx, project)
  }
  const dir = await repositoryOf(ctx, project)
  const start = dir === null ? null : await lookUpRef(dir, project, from)
  if (dir === null || start === null) throw new Invalid(messages.badReference(from))
  await checkMove(ctx, project, 'create', 'branch', name)
  return finishRef(ctx, project, branches, dir, createBranch(dir, name, start.commitId, pushTo(ctx, project)))
}

async function isEmpty(ctx: Context, project: PushableProject): Promise<boolean> {
  const dir = await repositoryOf(ctx, project)
  return dir === null || (await countRefs(dir, 'branch')) + (await countRefs(dir, 'tag')) === 0
}

async function makeFirstBranch(ctx: Context, project: PushableProject): Promise<Shown<Branch>> {
  const name = project.defaultBranch
  const { dir, ref, commitId } = await commitChange(ctx, project, {
    branch: name,
    message: messages.firstCommit,
    actions: [],
    allowEmpty: true,
  })
  const made = { name, fullName: ref, target: commitId, commitId, isAnnotated: false }
  return presentOne(ctx, project, branches, dir, made)
}

/** @throws NotFound  no such branch · @throws Forbidden  it is protected · @throws Invalid  the default one, or it moved meanwhile */
export async function dropBranch(ctx: Context, project: PushableProject, name: string): Promise<void> {
  if (name === project.defaultBranch) {
    const dir = await repositoryOf(ctx, project)
    if (dir !== null && (await findRef(dir, 'branch', name)) !== null) throw new Invalid(messages.defaultBranchStays)
  }
  await dropRef(ctx, project, 'branch', name).catch((error: unknown) => {
    throw error instanceof Conflict ? new Invalid(messages.branchMoved, { cause: error }) : error
  })
}

/** Delete the branches whose commits are all in the default branch. Protected ones stay. */
export async function dropMergedBranches(ctx: Context, project: PushableProject): Promise<void> {
  const dir = await repositoryOf(ctx, project)
  if (dir === null) return
  const guard = await refGuard(ctx, project)
  await moveBranch(dir, project.defaultBranch, async () => {
    const main = await findRef(dir, 'branch', project.defaultBranch)
    if (main === null) return
    const merged = new Set(await mergedBranches(dir, main.commitId))
    const gone = (await listRefs(dir, 'branch')).filter(
      ({ name }) => merged.has(name) && name !== project.defaultBranch && !guard.of('branch', name).isProtected,
    )
    if (gone.length === 0) return
    await pushTo(ctx, project)(
      dir,
      gone.map(ref => ({ ref: ref.fullName, before: ref.target, after: null })),
    )
  })
}

const regexMs = 100

/** A person's own pattern may run forever, so it runs where it can be stopped. @throws Invalid */
export function matching(refs: readonly Ref[], regex: string): readonly Ref[] {
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
