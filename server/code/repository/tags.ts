import type { listTags } from '#contract/code/refs.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { findRef, listRefs, type Ref, type RefSort, readTag } from '#server/platform/git/refs.ts'
import { createTag, deleteTag } from '#server/platform/git/update-refs.ts'
import { Paged, pageOf, type Shown } from '#server/slice.ts'
import { presentTag } from './entity.ts'
import { messages } from './messages.ts'
import { placeOf, repositoryOf } from './open.ts'
import { recordPush } from './push.ts'
import { signatureOf } from './signature.ts'

type Readable = Allowed<'project:read-code', ProjectRow>
type Pushable = Allowed<'project:push-code', ProjectRow>
type Reply = ReplyOf<typeof listTags>

export async function showTagList(
  ctx: Context,
  project: Readable,
  input: InputOf<typeof listTags>,
): Promise<Paged<Reply>> {
  const { search, orderBy = 'updated', sort = 'desc', pagination, pageToken } = input
  const { page, perPage, offset } = pageOf(input)
  const dir = await repositoryOf(ctx, project)
  const order: RefSort = `${orderBy}_${sort}`
  const all = dir === null ? [] : await listRefs(dir, 'tag', { search, sort: order })
  const isKeyset = pagination === 'keyset' || pageToken !== undefined
  const start = !isKeyset ? offset : pageToken ? all.findIndex(ref => ref.name === pageToken) + 1 : 0
  const refs = all.slice(start, start + perPage)
  const items = dir === null ? [] : await presentAll(ctx, project, dir, refs)
  if (!isKeyset) return Paged.offset<Reply>(items, { page, perPage, total: all.length })
  const last = refs.at(-1)
  const hasMore = last !== undefined && start + perPage < all.length
  return Paged.keyset<Reply>(items, { perPage, next: hasMore ? { page_token: last.name } : null })
}

/** @throws NotFound  no such tag */
export async function showTag(ctx: Context, project: Readable, name: string): Promise<Shown<Reply[number]>> {
  const dir = await repositoryOf(ctx, project)
  const ref = dir === null ? null : await findRef(dir, 'tag', name)
  const shown = dir === null || ref === null ? undefined : (await presentAll(ctx, project, dir, [ref]))[0]
  if (shown === undefined) throw new NotFound('Tag')
  return shown
}

/** @throws Invalid  the name cannot be one or is taken, or there is no such ref */
export async function makeTag(
  ctx: Context,
  project: Pushable,
  { name, target, message }: { readonly name: string; readonly target: string; readonly message: string | undefined },
): Promise<Shown<Reply[number]>> {
  const dir = await repositoryOf(ctx, project)
  const place = dir === null ? null : await placeOf(dir, project, target)
  if (dir === null || place === null) throw new Invalid(messages.badTarget(target))
  const text = message ? { message, tagger: await signatureOf(ctx) } : undefined
  const ref = await createTag(dir, name, place.commitId, text).catch((error: unknown) => {
    throw error instanceof Conflict ? new Invalid(messages.tagTaken(name), { cause: error }) : error
  })
  await recordPush(ctx, project, [{ ref: ref.fullName, before: null, after: ref.target }])
  const [shown] = await presentAll(ctx, project, dir, [ref])
  if (shown === undefined) throw new NotFound('Tag')
  return shown
}

/** @throws NotFound  no such tag */
export async function dropTag(ctx: Context, project: Pushable, name: string): Promise<void> {
  const dir = await repositoryOf(ctx, project)
  if (dir === null) throw new NotFound('Tag')
  const ref = await deleteTag(dir, name)
  await recordPush(ctx, project, [{ ref: ref.fullName, before: ref.target, after: null }])
}

async function presentAll(
  ctx: Context,
  project: ProjectRow,
  dir: string,
  refs: readonly Ref[],
): Promise<readonly Shown<Reply[number]>[]> {
  const [commits, objects] = await Promise.all([
    readCommits(
      dir,
      refs.map(ref => ref.commitId),
    ),
    Promise.all(refs.map(ref => readTag(dir, ref))),
  ])
  return refs.map((ref, index) =>
    presentTag(ctx, project, { ref, commit: commits[index] ?? null, object: objects[index] ?? null }),
  )
}
