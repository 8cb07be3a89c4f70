import { sql } from 'kysely'
import { releasePath } from '#contract/deploy/release-paths.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import { Reply } from '#server/slice.ts'
import { latestRelease, type OpenProject, releaseOf } from './find.ts'

/** The target may be another one at any time. */
const redirect = (location: string): Reply<null> => new Reply(302, undefined, { location, 'cache-control': 'no-cache' })

/** The tag of the latest release, as one segment of an address. @throws NotFound  there is none */
async function latestTag(ctx: Context, project: OpenProject): Promise<string> {
  const found = await latestRelease(ctx, project)
  if (found === null) throw new NotFound('Release')
  return encodeURIComponent(found.tag)
}

/** @param below  the path below the release */
export async function toLatestInApi(ctx: Context, project: OpenProject, below = '', query = ''): Promise<Reply<null>> {
  const base = `${ctx.services.settings.externalUrl}/api/v4/projects/${project.id}/releases`
  return redirect(`${base}/${await latestTag(ctx, project)}${withSlash(below)}${query}`)
}

export async function toLatestPage(ctx: Context, project: OpenProject, below = ''): Promise<Reply<null>> {
  const page = releasePath(project.fullPath, await latestTag(ctx, project))
  return redirect(`${ctx.services.settings.externalUrl}${page}${withSlash(below)}`)
}

const withSlash = (below: string): string => (below === '' ? '' : `/${addressOf(below)}`)

/** @throws NotFound  no link of the release has that path */
export async function toAsset(ctx: Context, project: OpenProject, tag: string, path: string): Promise<Reply<null>> {
  const { id } = await releaseOf(ctx, project, tag)
  const { rows } = await sql<{ url: string }>`
    select url from release_links where release_id = ${id} and filepath = ${`/${path}`}`.execute(ctx.db)
  const [link] = rows
  if (link === undefined) throw new NotFound('File')
  // A header holds no letters such as ü, which the URL may.
  return redirect(URL.parse(link.url)?.href ?? encodeURI(link.url))
}
