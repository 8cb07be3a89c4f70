import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { branchOf, isTagRef, shortRefName } from '#server/platform/git/refs/full-name.ts'
import { commitWithPrefix, findRef, type Ref, resolveRef } from '#server/platform/git/refs/refs.ts'
import { repositoryDir, repositoryExists } from '#server/platform/git/storage.ts'

/** The folder of a project's repository; null where nothing was ever committed. */
export async function repositoryOf(ctx: Context, project: { readonly id: number }): Promise<string | null> {
  const dir = repositoryDir(ctx.services.settings.dataDir, project.id)
  return (await repositoryExists(dir)) ? dir : null
}

/** The meaning of the words of an address. */
export interface ResolvedRef {
  readonly name: string
  readonly kind: 'branch' | 'tag' | 'commit'
  readonly commitId: string
}

/** A place in the code: a ref, and a path in it. */
interface RefAndPath {
  readonly ref: ResolvedRef
  /** The path without slashes at its ends; empty for the root. */
  readonly path: string
}

/**
 * Read `feature/x/src/a.ts`: the longest beginning that is a branch or a tag is the ref; else the first segment may
 * name a commit.
 *
 * @param words  as in the address, decoded; empty means the root of the default branch
 * @returns null when there is no such ref, or an empty default branch
 */
export async function readRefAndPath(
  dir: string,
  project: Pick<ProjectRow, 'defaultBranch'>,
  words: string,
): Promise<RefAndPath | null> {
  const clean = words.replace(/^\/+|(?<!\/)\/+$/g, '')
  if (clean === '') {
    const ref = await lookUpRef(dir, project, project.defaultBranch)
    return ref === null ? null : { ref, path: '' }
  }
  const kinds =
    branchOf(clean) !== null
      ? (['branch'] as const)
      : isTagRef(clean)
        ? (['tag'] as const)
        : (['branch', 'tag'] as const)
  const segments = shortRefName(clean).split('/')
  for (let count = Math.min(segments.length, deepestRef); count > 0; count--) {
    const name = segments.slice(0, count).join('/')
    for (const kind of kinds) {
      const ref = await findRef(dir, kind, name)
      if (ref === null) continue
      const path = segments.slice(count).join('/')
      const found = resolvedRef(kind, ref)
      // A branch of that name goes before it: its links name it whole.
      const isBehind = kind === 'tag' && kinds.length === 1 && (await findRef(dir, 'branch', name)) !== null
      return { ref: isBehind ? { ...found, name: ref.fullName } : found, path }
    }
  }
  const [first = '', ...rest] = clean.split('/')
  const ref = await lookUpRef(dir, project, first)
  return ref === null ? null : { ref, path: rest.join('/') }
}

const deepestRef = 30

/** The words of an address of code, with `ref_type` in its path, where that is read: `heads` or `tags`. */
export function withRefType({
  ref_type: refType,
  ...words
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isKnown = (refType === 'heads' || refType === 'tags') && typeof words.path === 'string' && words.path !== ''
  return isKnown && !String(words.path).startsWith('refs/')
    ? { ...words, path: `refs/${refType}/${words.path}` }
    : words
}

/** The meaning of one ref, alone. Branches go before tags, and both before object names. */
export async function lookUpRef(
  dir: string,
  project: Pick<ProjectRow, 'defaultBranch'>,
  name: string,
): Promise<ResolvedRef | null> {
  if (name === 'HEAD') {
    const branch = await findRef(dir, 'branch', project.defaultBranch)
    if (branch !== null) return resolvedRef('branch', branch)
  }
  const found = await resolveRef(dir, name)
  if (found === null) return null
  const kind = found.kind === 'branch' || found.kind === 'tag' ? found.kind : 'commit'
  return { name: shortRefName(name), kind, commitId: found.commitId }
}

function resolvedRef(kind: 'branch' | 'tag', ref: Ref): ResolvedRef {
  return { name: ref.name, kind, commitId: ref.commitId }
}

/**
 * The commit that a ref of the API means.
 *
 * @throws NotFound  under the name `what`: no such commit, or no repository
 */
export async function commitOf(
  ctx: Context,
  project: ProjectRow,
  ref: string | undefined,
  what: string,
): Promise<{ readonly dir: string; readonly commitId: string }> {
  const { dir, commitIds } = await commitsOf(ctx, project, [ref ?? 'HEAD'], what)
  return { dir, commitId: commitIds[0] ?? '' }
}

/** The same for several refs, which are looked up at once. @returns a commit for each ref */
export async function commitsOf(
  ctx: Context,
  project: ProjectRow,
  refs: readonly string[],
  what: string,
): Promise<{ readonly dir: string; readonly commitIds: readonly string[] }> {
  const dir = await repositoryOf(ctx, project)
  const places = dir === null ? [] : await Promise.all(refs.map(ref => lookUpRef(dir, project, ref)))
  const commitIds = places.flatMap(place => (place === null ? [] : [place.commitId]))
  if (dir === null || commitIds.length < refs.length) throw new NotFound(what)
  return { dir, commitIds }
}

/**
 * The commit of a page: a name in its address is a SHA before it is a branch or tag of that name.
 *
 * @throws NotFound
 */
export async function commitOfPage(
  ctx: Context,
  project: ProjectRow,
  name: string,
): Promise<{ readonly dir: string; readonly commitId: string }> {
  const dir = /^[0-9a-f]{7,39}$/.test(name) ? await repositoryOf(ctx, project) : null
  const commitId = dir === null ? null : await commitWithPrefix(dir, name)
  return dir === null || commitId === null ? commitOf(ctx, project, name, 'Commit') : { dir, commitId }
}
