import { refRulesOf } from '#server/code/protected-refs/guard.ts'
import { keepsOwnedFiles } from '#server/code/protected-refs/rights.ts'
import type { Context } from '#server/context.ts'
import { Forbidden } from '#server/errors.ts'
import { branchOf } from '#server/platform/git/refs/full-name.ts'
import type { RefUpdate } from '#server/platform/git/writing/update-refs.ts'
import { messages } from './messages.ts'
import { requiredPaths } from './owned-by.ts'
import { findCodeOwners, pathsChanged, readCodeOwners } from './read.ts'

/**
 * Refuse updates that change files of code owners on a branch that requires their approval. The CODEOWNERS file of the branch before
 * the update counts. Git pushes are judged in git's quarantine, by `judge-push.ts`.
 *
 * @throws Forbidden  such a file changes
 */
export async function refuseOwnedFiles(
  ctx: Context,
  project: { readonly id: number },
  dir: string,
  updates: readonly RefUpdate[],
): Promise<void> {
  const moved = updates.flatMap(({ ref, before, after }) => {
    const name = branchOf(ref)
    return name === null || before == null || after === null ? [] : [{ name, before, after }]
  })
  if (moved.length === 0) return
  const rules = await refRulesOf(ctx, project.id)
  for (const { name, before, after } of moved) {
    if (!keepsOwnedFiles(rules, name)) continue
    const found = await findCodeOwners(dir, before)
    if (found === null) continue
    const owned = await requiredPaths(await readCodeOwners(dir, found.blobId), await pathsChanged(dir, before, after))
    if (owned.length > 0) throw new Forbidden(messages.ownedFiles(owned, name))
  }
}
