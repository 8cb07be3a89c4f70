import type { NamespaceFacts } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'

interface TagRelease {
  readonly tagName: string
  readonly description: string
}

/** Find the releases of some tags of a project, as far as the actor may see them. */
export type ReleasesOfTags = (
  ctx: Context,
  project: { readonly id: number; readonly facts: NamespaceFacts },
  tags: readonly string[],
) => Promise<readonly TagRelease[]>

/** Delete the release of a tag that was deleted by the API or on a page, if it has one. */
export type ReleaseOfTagRemoval = (ctx: Context, project: { readonly id: number }, tag: string) => Promise<void>

declare module '#server/context.ts' {
  interface Plugs {
    readonly releasesOfTags: readonly ReleasesOfTags[]
    readonly releaseOfTagRemovals: readonly ReleaseOfTagRemoval[]
  }
}

/** The releases of tags by the names of the tags. */
export async function findReleasesOfTags(
  ctx: Context,
  ...asked: Parameters<ReleasesOfTags> extends [Context, ...infer Rest] ? Rest : never
): Promise<ReadonlyMap<string, TagRelease>> {
  const found = await Promise.all((ctx.services.plugs.releasesOfTags ?? []).map(find => find(ctx, ...asked)))
  return new Map(found.flat().map(release => [release.tagName, release]))
}

export async function removeReleaseOfTag(ctx: Context, project: { readonly id: number }, tag: string): Promise<void> {
  for (const remove of ctx.services.plugs.releaseOfTagRemovals ?? []) await remove(ctx, project, tag)
}
