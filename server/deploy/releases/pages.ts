import { sql } from 'kysely'
import type { getReleasesPage } from '#contract/deploy/releases.ts'
import type { InputOf } from '#contract/operation.ts'
import { may } from '#server/access/may.ts'
import { repositoryOf } from '#server/code/repository/open.ts'
import type { Context } from '#server/context.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type AdministeredProject, latestRelease, type OpenProject, releaseOf } from './find.ts'
import { idsOfReleases } from './list.ts'
import { type ShownProject, type ShownRelease, showReleases } from './present.ts'

export const releasesAPage = 10

/** The parts of every page of releases. */
async function frameOf(ctx: Context, project: ShownProject) {
  return {
    namespace: await showHeader(ctx, project),
    permissions: {
      canAdminReleases: may(ctx.actor, 'project:admin-releases', project.facts),
      canReadCode: may(ctx.actor, 'project:open-release', project.facts),
    },
  }
}

/** Releases for pages, each with its state. */
async function onPage(ctx: Context, project: ShownProject, ids: readonly number[]) {
  const [shown, latest, dir] = await Promise.all([
    showReleases(ctx, [project], ids, { withHtml: true }),
    latestRelease(ctx, project),
    repositoryOf(ctx, project),
  ])
  const opens = may(ctx.actor, 'project:open-release', project.facts)
  const present = async ({ tag, html, ...release }: ShownRelease) => ({
    ...release,
    description_html: html,
    is_latest: release.id === latest?.id,
    has_tag: !opens || (dir !== null && (await findRef(dir, 'tag', tag)) !== null),
  })
  return Promise.all(shown.map(present))
}

export async function showReleasesPage(
  ctx: Context,
  project: ShownProject,
  { page = 1 }: InputOf<typeof getReleasesPage>,
) {
  const { ids, total } = await idsOfReleases(ctx, project, { page, perPage: releasesAPage })
  const [frame, releases] = await Promise.all([frameOf(ctx, project), onPage(ctx, project, ids)])
  return { ...frame, releases: new RawJson(JSON.stringify(releases)), hasNext: page * releasesAPage < total }
}

/** @throws NotFound */
export async function showReleasePage(ctx: Context, project: OpenProject, tag: string) {
  const { id } = await releaseOf(ctx, project, tag)
  const [frame, [release]] = await Promise.all([frameOf(ctx, project), onPage(ctx, project, [id])])
  return { ...frame, release: new RawJson(JSON.stringify(release)) }
}

export async function showNewReleasePage(ctx: Context, project: AdministeredProject) {
  return {
    ...(await frameOf(ctx, project)),
    defaultBranch: project.defaultBranch,
    hasCommits: (await repositoryOf(ctx, project)) !== null,
  }
}

export async function showLatest(ctx: Context, project: OpenProject) {
  const latest = await latestRelease(ctx, project)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from releases where project_id = ${project.id}`.execute(ctx.db)
  return {
    latest: latest === null ? null : { name: latest.name, tagName: latest.tag, releasedAt: latest.releasedAt },
    count: rows[0]?.count ?? 0,
  }
}
