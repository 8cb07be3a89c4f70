import { releasePath, releasesPath } from '#contract/deploy/release-paths.ts'
import type { Context } from '#server/context.ts'
import { untrustedFileHeaders } from '#server/platform/files/untrusted-headers.ts'
import { atomFeed } from '#server/platform/text/atom.ts'
import { StreamReply } from '#server/slice.ts'
import { idsOfReleases } from './list.ts'
import { type ShownProject, showReleases } from './present.ts'

const releasesInFeed = 20

/** The latest releases of a project as an Atom feed. */
export async function sendReleasesFeed(
  ctx: Context,
  project: ShownProject & { readonly fullName: string; readonly updatedAt: string },
): Promise<StreamReply> {
  const { ids } = await idsOfReleases(ctx, project, { perPage: releasesInFeed })
  const releases = await showReleases(ctx, [project], ids)
  const base = ctx.services.settings.externalUrl
  const page = `${base}${releasesPath(project.fullPath)}`
  const xml = atomFeed(
    {
      id: page,
      title: `${project.fullName}: releases`,
      self: `${page}.atom`,
      page,
      entries: releases.map(({ name, tag_name: tag, released_at, author, description }) => {
        const href = tag === undefined ? page : `${base}${releasePath(project.fullPath, encodeURIComponent(tag))}`
        return {
          id: tag === undefined ? `${page}#${name}` : href,
          title: name,
          href,
          updated: released_at,
          author: { name: author?.name ?? project.fullName, email: null },
          content: description,
        }
      }),
    },
    project.updatedAt,
  )
  return new StreamReply(Buffer.from(xml), {
    'content-type': 'application/atom+xml; charset=utf-8',
    ...untrustedFileHeaders('application/atom+xml'),
    'cache-control': 'private, no-cache',
  })
}
