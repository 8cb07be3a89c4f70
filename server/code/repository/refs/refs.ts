import type { projectRefs } from '#contract/code/code-pages.ts'
import { type RefKind, refKinds } from '#contract/code/ref-kinds.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { checkMove } from '#server/code/protected-refs/guard.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { findRef, listRefs, type Ref, type RefSort } from '#server/platform/git/refs/refs.ts'
import { deleteRef } from '#server/platform/git/writing/update-refs.ts'
import { Paged, type Paging, pageOf, type Shown } from '#server/slice.ts'
import { lookUpRef, repositoryOf } from '../open.ts'
import { pushTo } from '../push/push-to.ts'

type Readable = Allowed<'project:read-code', ProjectRow> | Allowed<'project:admin-code', ProjectRow>
type PushableProject = Allowed<'project:push-code', ProjectRow>

/** Branches or tags as the API shows them. */
export interface KindOfRef<Shape> {
  readonly kind: RefKind
  readonly present: (
    ctx: Context,
    project: Readable | PushableProject,
    dir: string,
    refs: readonly Ref[],
  ) => Promise<readonly Shown<Shape>[]>
}

interface RefListInput extends Paging {
  readonly search?: string
  readonly sort?: RefSort
  readonly pagination?: 'keyset' | 'legacy'
  readonly pageToken?: string
}

/** @param filter  further conditions */
export async function showRefList<Shape>(
  ctx: Context,
  project: Readable,
  { kind, present }: KindOfRef<Shape>,
  { search, sort, pagination, pageToken, ...input }: RefListInput,
  filter: (refs: readonly Ref[]) => readonly Ref[] = refs => refs,
): Promise<Paged<Shape[]>> {
  const { page, perPage, offset } = pageOf(input)
  const dir = await repositoryOf(ctx, project)
  const all = dir === null ? [] : filter(await listRefs(dir, kind, { search, sort }))
  const isKeyset = pagination === 'keyset' || pageToken !== undefined
  const start = !isKeyset ? offset : pageToken ? all.findIndex(ref => ref.name === pageToken) + 1 : 0
  const refs = all.slice(start, start + perPage)
  const items = dir === null ? [] : await present(ctx, project, dir, refs)
  if (!isKeyset) return Paged.offset<Shape[]>(items, { page, perPage, total: all.length })
  const last = refs.at(-1)
  const hasMore = last !== undefined && start + perPage < all.length
  return Paged.keyset<Shape[]>(items, { perPage, next: hasMore ? { page_token: last.name } : null })
}

/** @throws NotFound  there is none */
export async function showRef<Shape>(
  ctx: Context,
  project: Readable,
  of: KindOfRef<Shape>,
  name: string,
): Promise<Shown<Shape>> {
  const dir = await repositoryOf(ctx, project)
  const ref = dir === null ? null : await findRef(dir, of.kind, name)
  if (dir === null || ref === null) throw new NotFound(refKinds[of.kind].name)
  return presentOne(ctx, project, of, dir, ref)
}

/** @throws NotFound  its commit cannot be read */
export async function presentOne<Shape>(
  ctx: Context,
  project: Readable | PushableProject,
  of: KindOfRef<Shape>,
  dir: string,
  ref: Ref,
): Promise<Shown<Shape>> {
  const [shown] = await of.present(ctx, project, dir, [ref])
  if (shown === undefined) throw new NotFound(refKinds[of.kind].name)
  return shown
}

/** Show a ref that has just been made. @throws Invalid  its name is taken */
export async function finishRef<Shape>(
  ctx: Context,
  project: PushableProject,
  of: KindOfRef<Shape>,
  dir: string,
  made: Promise<Ref>,
): Promise<Shown<Shape>> {
  const ref = await made.catch((error: unknown) => {
    throw error instanceof Conflict ? new Invalid(error.message, { cause: error }) : error
  })
  return presentOne(ctx, project, of, dir, ref)
}

/** @throws NotFound  there is none · @throws Forbidden  it is protected · @throws Conflict  it moved meanwhile */
export async function dropRef(ctx: Context, project: PushableProject, kind: RefKind, name: string): Promise<void> {
  const dir = await repositoryOf(ctx, project)
  if (dir === null) throw new NotFound(refKinds[kind].name)
  if ((await findRef(dir, kind, name)) === null) throw new NotFound(refKinds[kind].name)
  await checkMove(ctx, project, 'delete', kind, name)
  await deleteRef(dir, kind, name, { move: pushTo(ctx, project) })
}

const maxNames = 100

/** Names for a ref box, under the words `Branches`, `Tags` and `Commits`. @source rest.md 17.1 */
export async function showProjectRefs(
  ctx: Context,
  project: Readable,
  { search, find, sort, ref }: InputOf<typeof projectRefs>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const dir = await repositoryOf(ctx, project)
  const wanted = find !== undefined && find.length > 0 ? find : (['branches', 'tags', 'commits'] as const)
  const names = async (kind: RefKind) => {
    const refs = dir === null ? [] : await listRefs(dir, kind, { search, ...(sort ? { sort } : {}) })
    return refs.slice(0, maxNames).map(each => each.name)
  }
  const commits = async () => {
    const asked = ref ?? search
    const place = dir === null || !asked ? null : await lookUpRef(dir, project, asked)
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
