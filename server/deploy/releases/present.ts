import { sql } from 'kysely'
import type { Static } from 'typebox'
import { editReleasePath, releasePath } from '#contract/deploy/release-paths.ts'
import type { Release } from '#contract/deploy/releases.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { repositoryOf } from '#server/code/repository/open.ts'
import { presentCommit } from '#server/code/repository/present.ts'
import type { Context } from '#server/context.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { milestoneJson } from '#server/plan/milestones/present.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import { arrayOf, object } from '#server/platform/sql/shape.ts'
import { snakeCase, type Wire } from '#server/platform/text/case.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { LinkRow } from './links.ts'

type WireRelease = Wire<Static<typeof Release>>

/** A project of releases that are shown. */
export interface ShownProject {
  readonly id: number
  readonly path: string
  readonly fullPath: string
  readonly facts: NamespaceFacts
}

interface Stored {
  readonly id: number
  readonly projectId: number
  readonly tag: string
  readonly name: string
  readonly description: string
  readonly descriptionHtml: string
  readonly sha: string
  readonly createdAt: string
  readonly releasedAt: string
  readonly author: WireRelease['author']
  readonly milestones: NonNullable<WireRelease['milestones']>
  readonly links: readonly (LinkRow & { readonly link_type: LinkRow['linkType'] })[]
  readonly evidences: readonly { readonly id: number; readonly sha: string; readonly collected_at: string }[]
}

/** A release with what only the pages of the browser show. */
export type ShownRelease = WireRelease & { readonly id: number; readonly tag: string; readonly html: string }

/**
 * Releases as the actor may see them, in the order of their ids: two statements, and the commits from each repository.
 *
 * @param projects  the projects of the releases
 */
export async function showReleases(
  ctx: Context,
  projects: readonly ShownProject[],
  ids: readonly number[],
  { withHtml = false }: { readonly withHtml?: boolean | undefined } = {},
): Promise<readonly ShownRelease[]> {
  if (ids.length === 0) return []
  const stored = new Map((await readStored(ctx, ids)).map(each => [each.id, each]))
  const rows = ids.flatMap(id => stored.get(id) ?? [])
  const projectOf = new Map(projects.map(each => [each.id, each]))
  const commits = await commitsOf(ctx, projectOf, rows)
  const htmls = withHtml
    ? await redactFor(
        ctx,
        rows.map(row => row.descriptionHtml),
      )
    : []
  return rows.flatMap((row, index) => {
    const project = projectOf.get(row.projectId)
    if (project === undefined) return []
    const html = htmls[index] ?? ''
    const shown = present(ctx, project, row, commits.get(row.id) ?? null)
    return [{ ...shown, ...(withHtml && { description_html: html }), id: row.id, tag: row.tag, html }]
  })
}

/** The same as the API answers. */
export const releasesJson = (shown: readonly ShownRelease[]): RawJson => new RawJson(JSON.stringify(shown.map(inApi)))

export const releaseJson = (shown: ShownRelease): RawJson => new RawJson(JSON.stringify(inApi(shown)))

const inApi = ({ id: _id, tag: _tag, html: _html, ...release }: ShownRelease): WireRelease => release

async function readStored(ctx: Context, ids: readonly number[]): Promise<readonly Stored[]> {
  const { settings } = ctx.services
  const counted = sql`from issuables i where i.milestone_id = m.id and ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })}`
  const { rows } = await sql<Stored>`
    select r.id, r.project_id, r.tag, r.name, r.description, r.description_html, r.sha, r.created_at, r.released_at,
      ${userBasicJson(settings, 'u')} as author,
      ${arrayOf(
        sql`${milestoneJson(settings, 'm', 'mn', ctx.now.slice(0, 10))}::jsonb || jsonb_build_object('issue_stats',
          (select jsonb_build_object('total', count(*), 'closed', count(*) filter (where i.state = 'closed')) ${counted}))`,
        sql`from release_milestones k join milestones m on m.id = k.milestone_id join namespaces mn on mn.id = m.namespace_id
          where k.release_id = r.id`,
        sql`m.due_date nulls last, m.id`,
      )} as milestones,
      ${arrayOf(
        object({
          id: sql`l.id`,
          name: sql`l.name`,
          url: sql`l.url`,
          filepath: sql`l.filepath`,
          link_type: sql`l.link_type`,
        }),
        sql`from release_links l where l.release_id = r.id`,
        sql`l.id desc`,
      )} as links,
      ${arrayOf(
        object({ id: sql`e.id`, sha: sql`e.sha256`, collected_at: sql`iso(e.collected_at)` }),
        sql`from release_evidences e where e.release_id = r.id`,
        sql`e.id`,
      )} as evidences
    from releases r left join users u on u.id = r.author_id where r.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  return rows
}

/** The commits of releases whose project's code the actor may read, in the names of the wire. */
async function commitsOf(
  ctx: Context,
  projectOf: ReadonlyMap<number, ShownProject>,
  rows: readonly Stored[],
): Promise<ReadonlyMap<number, NonNullable<WireRelease['commit']>>> {
  const found = new Map<number, NonNullable<WireRelease['commit']>>()
  await Promise.all(
    [...Map.groupBy(rows, row => row.projectId)].map(async ([projectId, own]) => {
      const project = projectOf.get(projectId)
      if (project === undefined || !may(ctx.actor, 'project:open-release', project.facts)) return
      const dir = await repositoryOf(ctx, project)
      if (dir === null) return
      const commits = await readCommits(
        dir,
        own.map(row => row.sha),
      )
      for (const [index, row] of own.entries()) {
        const commit = commits[index]
        if (commit != null) found.set(row.id, onWire(presentCommit(ctx, project, commit)))
      }
    }),
  )
  return found
}

/** Its own names alone: the keys of trailers are data. */
const onWire = (commit: ReturnType<typeof presentCommit>): NonNullable<WireRelease['commit']> =>
  // The names are those that the type of the wire has, made the same way.
  Object.fromEntries(Object.entries(commit).map(([name, value]) => [snakeCase(name), value])) as NonNullable<
    WireRelease['commit']
  >

function present(
  ctx: Context,
  project: ShownProject,
  row: Stored,
  commit: NonNullable<WireRelease['commit']> | null,
): WireRelease {
  const { actor, services } = ctx
  const base = services.settings.externalUrl
  const opens = may(actor, 'project:open-release', project.facts)
  const page = `${base}${releasePath(project.fullPath, encodeURIComponent(row.tag))}`
  const readsPlan = may(actor, 'project:read-milestones', project.facts)
  const sources = opens && commit !== null ? sourcesOf(base, project, row.tag) : []
  return {
    name: opens ? row.name : `Release-${row.id}`,
    ...(opens && { tag_name: row.tag }),
    description: row.description,
    created_at: row.createdAt,
    released_at: row.releasedAt,
    upcoming_release: row.releasedAt > ctx.now,
    author: row.author,
    ...(opens && { commit }),
    ...(readsPlan && { milestones: row.milestones }),
    ...(opens && {
      commit_path: commit === null ? null : `/${project.fullPath}/-/commit/${commit.id}`,
      tag_path: `/${project.fullPath}/-/tags/${addressOf(row.tag)}`,
    }),
    assets: {
      count: row.links.length + sources.length,
      ...(opens && { sources }),
      links: row.links.map(link => presentLink(ctx, project, row.tag, { ...link, linkType: link.link_type }, opens)),
    },
    ...(opens &&
      readsPlan && {
        evidences: row.evidences.map(({ id, sha, collected_at }) => ({
          sha,
          filepath: `${page}/evidences/${id}.json`,
          collected_at,
        })),
      }),
    _links: {
      ...(opens && { self: page }),
      ...(may(actor, 'project:admin-releases', project.facts) && {
        edit_url: `${base}${editReleasePath(project.fullPath, encodeURIComponent(row.tag))}`,
      }),
      ...(readsPlan && linksOfMilestone(`${base}/${project.fullPath}/-`, row.milestones)),
    },
  }
}

/** @param opens  whether the reader may know the tag, which is part of a permanent address */
export function presentLink(
  ctx: Context,
  project: Pick<ShownProject, 'fullPath'>,
  tag: string,
  { id, name, url, filepath, linkType }: LinkRow,
  opens = true,
): WireRelease['assets']['links'][number] {
  const page = `${ctx.services.settings.externalUrl}${releasePath(project.fullPath, encodeURIComponent(tag))}`
  return {
    id,
    name,
    url,
    direct_asset_url: filepath === null || !opens ? url : `${page}/downloads${filepath}`,
    filepath,
    link_type: linkType,
  }
}

const sourceFormats = ['zip', 'tar.gz', 'tar.bz2', 'tar'] as const

/** The archives of the source code of a tag. */
export const sourcesOf = (base: string, { fullPath, path }: Pick<ShownProject, 'fullPath' | 'path'>, tag: string) =>
  sourceFormats.map(format => ({
    format,
    url: `${base}/${fullPath}/-/archive/${addressOf(tag)}/${path}-${encodeURIComponent(tag.replaceAll('/', '-'))}.${format}`,
  }))

/** The lists of what belongs to the milestone of a release that has one. */
function linksOfMilestone(base: string, [milestone, ...others]: Stored['milestones']) {
  if (milestone === undefined || others.length > 0) return {}
  const of = (list: string, state: string) =>
    `${base}/${list}?${new URLSearchParams({ milestone_title: milestone.title, state })}`
  return {
    opened_issues_url: of('issues', 'opened'),
    closed_issues_url: of('issues', 'closed'),
    opened_merge_requests_url: of('merge_requests', 'opened'),
    closed_merge_requests_url: of('merge_requests', 'closed'),
    merged_merge_requests_url: of('merge_requests', 'merged'),
  }
}
