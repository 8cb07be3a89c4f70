import { sql } from 'kysely'
import { releasePath } from '#contract/deploy/release-paths.ts'
import { repositoryOf } from '#server/code/repository/open.ts'
import type { Context } from '#server/context.ts'
import type { FormerRelease } from '#server/deploy/releases/events.ts'
import { sourcesOf } from '#server/deploy/releases/present.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import type { HookCall } from './calls.ts'
import { type HookSurroundings, toldCommit } from './surroundings.ts'

interface Told {
  readonly releaseId: number
  readonly tag: string
  /** Set where the release was deleted. */
  readonly was?: FormerRelease
}

/**
 * A release of a project.
 *
 * @returns null if it was deleted since
 * @source GitLab's docs, release events
 */
export async function releaseCall(
  ctx: Context,
  place: HookSurroundings,
  { releaseId, tag, was }: Told,
  action: 'create' | 'update' | 'delete',
): Promise<HookCall | null> {
  const release = was ?? (await readRelease(ctx, releaseId))
  if (release === null) return null
  const dir = await repositoryOf(ctx, { id: place.projectId })
  const [commit] = dir === null ? [] : await readCommits(dir, [release.sha])
  const fullPath = String(place.project.path_with_namespace)
  const base = ctx.services.settings.externalUrl
  const sources = sourcesOf(base, { fullPath, path: fullPath.slice(fullPath.lastIndexOf('/') + 1) }, tag)
  return {
    trigger: 'releases_events',
    header: 'Release Hook',
    payload: {
      object_kind: 'release',
      id: releaseId,
      created_at: release.createdAt,
      description: release.description,
      name: release.name,
      released_at: release.releasedAt,
      tag,
      project: place.project,
      url: `${base}${releasePath(fullPath, encodeURIComponent(tag))}`,
      action,
      assets: {
        count: release.links.length + sources.length,
        links: release.links.map(({ id, name, url, linkType }) => ({
          id,
          external: !url.startsWith(`${base}/`),
          link_type: linkType,
          name,
          url,
        })),
        sources,
      },
      commit: commit == null ? null : toldCommit(place, commit),
    },
  }
}

async function readRelease(ctx: Context, id: number): Promise<FormerRelease | null> {
  const { rows } = await sql<FormerRelease>`
    select r.name, r.description, r.sha, iso(r.created_at) as created_at, iso(r.released_at) as released_at,
      (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'url', l.url, 'linkType', l.link_type) order by l.id desc), '[]')
        from release_links l where l.release_id = r.id) as links
    from releases r where r.id = ${id}`.execute(ctx.db)
  return rows[0] ?? null
}

/** The latest release of a project as if it had just been created, for a test request; null without one. */
export async function releaseSample(ctx: Context, place: HookSurroundings): Promise<HookCall | null> {
  const { rows } = await sql<{ id: number; tag: string }>`
    select id, tag from releases where project_id = ${place.projectId} order by id desc limit 1`.execute(ctx.db)
  const [found] = rows
  return found === undefined ? null : releaseCall(ctx, place, { releaseId: found.id, tag: found.tag }, 'create')
}
