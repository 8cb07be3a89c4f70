import type { listTags } from '#contract/code/refs.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { checkMove, refGuard } from '#server/code/protected-refs/guard.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { readTag } from '#server/platform/git/refs/refs.ts'
import { createTag } from '#server/platform/git/writing/update-refs.ts'
import type { Shown } from '#server/slice.ts'
import { signatureOf } from '../commits/signature.ts'
import { messages } from '../messages.ts'
import { lookUpRef, repositoryOf } from '../open.ts'
import { presentTag } from '../present.ts'
import { pushTo } from '../push/push-to.ts'
import { finishRef, type KindOfRef } from './refs.ts'
import { findReleasesOfTags } from './tag-releases.ts'

type Tag = ReplyOf<typeof listTags>[number]

export const tags: KindOfRef<Tag> = {
  kind: 'tag',
  async present(ctx, project, dir, refs) {
    const [commits, objects, guard, releases] = await Promise.all([
      readCommits(
        dir,
        refs.map(ref => ref.commitId),
      ),
      Promise.all(refs.map(ref => readTag(dir, ref))),
      refGuard(ctx, project),
      findReleasesOfTags(
        ctx,
        project,
        refs.map(ref => ref.name),
      ),
    ])
    return refs.map((ref, index) =>
      presentTag(ctx, project, {
        ref,
        commit: commits[index] ?? null,
        object: objects[index] ?? null,
        isProtected: guard.of('tag', ref.name).isProtected,
        release: releases.get(ref.name) ?? null,
      }),
    )
  },
}

/** @throws Forbidden  the name is protected · @throws Invalid  the name cannot be one or is taken, or there is no such ref */
export async function makeTag(
  ctx: Context,
  project: Allowed<'project:push-code', ProjectRow>,
  { name, target, message }: { readonly name: string; readonly target: string; readonly message: string | undefined },
): Promise<Shown<Tag>> {
  const dir = await repositoryOf(ctx, project)
  const place = dir === null ? null : await lookUpRef(dir, project, target)
  if (dir === null || place === null) throw new Invalid(messages.badTarget(target))
  await checkMove(ctx, project, 'create', 'tag', name)
  const text = message ? { message, tagger: await signatureOf(ctx) } : undefined
  return finishRef(ctx, project, tags, dir, createTag(dir, name, place.commitId, text, pushTo(ctx, project)))
}
