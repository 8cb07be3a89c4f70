import type { projectRefs } from '#contract/code/code-pages.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { listRefs, type RefKind } from '#server/platform/git/refs.ts'
import { placeOf, repositoryOf } from './open.ts'

const namesAtMost = 100

/** Names for a ref box, under the words `Branches`, `Tags` and `Commits`. @source rest.md 17.1 */
export async function showProjectRefs(
  ctx: Context,
  project: Allowed<'project:read-code', ProjectRow>,
  { search, find, sort, ref }: InputOf<typeof projectRefs>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const dir = await repositoryOf(ctx, project)
  const wanted = find !== undefined && find.length > 0 ? find : (['branches', 'tags', 'commits'] as const)
  const names = async (kind: RefKind) => {
    const refs = dir === null ? [] : await listRefs(dir, kind, { search, ...(sort ? { sort } : {}) })
    return refs.slice(0, namesAtMost).map(each => each.name)
  }
  const commits = async () => {
    const asked = ref ?? search
    const place = dir === null || !asked ? null : await placeOf(dir, project, asked)
    return place?.kind === 'commit' ? [place.commitId] : []
  }
  const [Branches, Tags, Commits] = await Promise.all([
    wanted.includes('branches') ? names('branch') : null,
    wanted.includes('tags') ? names('tag') : null,
    wanted.includes('commits') ? commits() : null,
  ])
  return {
    ...(Branches === null ? {} : { Branches }),
    ...(Tags === null ? {} : { Tags }),
    ...(Commits === null || Commits.length === 0 ? {} : { Commits }),
  }
}
