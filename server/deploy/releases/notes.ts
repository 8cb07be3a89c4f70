import { sql } from 'kysely'
import type { generateReleaseNotes } from '#contract/deploy/releases.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { may } from '#server/access/may.ts'
import { mergedIn } from '#server/code/repository/changelog/merged-in.ts'
import { lookUpRef, repositoryOf } from '#server/code/repository/open.ts'
import type { Context } from '#server/context.ts'
import { Unprocessable } from '#server/errors.ts'
import { parentsInRange } from '#server/platform/git/commits/parents.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { type AdministeredProject, latestRelease } from './find.ts'
import { messages } from './messages.ts'

/** Commits between two releases at most. */
const mostCommits = 15_000

type Notes = ReplyOf<typeof generateReleaseNotes>

/**
 * Notes for a release as Markdown: the merge requests whose commits are in its tag and not in that of the release before.
 *
 * @throws Unprocessable  no such tag or ref, or a range that is too long
 */
export async function notesFor(
  ctx: Context,
  project: AdministeredProject,
  { tagName, ref, previousTag: given }: Omit<InputOf<typeof generateReleaseNotes>, 'id'>,
): Promise<Notes> {
  const dir = await repositoryOf(ctx, project)
  if (dir === null) throw new Unprocessable(messages.noCommits)
  const tag = await findRef(dir, 'tag', tagName)
  const start = ref || project.defaultBranch
  const end = tag ?? (await lookUpRef(dir, project, start))
  if (end === null) throw new Unprocessable(messages.unknownRef(ref ? start : tagName))
  const previousTag = given || (await previousTagOf(ctx, project, dir, tagName))
  const previous = previousTag === null ? null : await findRef(dir, 'tag', previousTag)
  if (previousTag !== null && previous === null) throw new Unprocessable(messages.unknownRef(previousTag))
  const range = { from: end.commitId, notFrom: previous?.commitId ?? null, max: mostCommits + 1 }
  const commits = [...(await parentsInRange(dir, range)).keys()]
  if (commits.length > mostCommits) throw new Unprocessable(messages.longRange(mostCommits))
  const merged = may(ctx.actor, 'project:read-merge-requests', project.facts)
    ? await readMerged(ctx, project, commits)
    : []
  const compared = previousTag === null ? null : `${addressOf(previousTag)}...${addressOf(tagName)}`
  const base = `${ctx.services.settings.externalUrl}/${project.fullPath}/-`
  const link =
    compared === null ? [] : [`**Full changelog**: [${previousTag}...${tagName}](${base}/compare/${compared})`]
  return {
    notes: [...sectionsOf(merged), ...link].join('\n\n'),
    previousTag,
    mergeRequestsCount: merged.length,
  }
}

/** The tag of the release before that of a tag, or of the latest release; null if there is none whose tag exists. */
async function previousTagOf(
  ctx: Context,
  project: AdministeredProject,
  dir: string,
  tagName: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: number; releasedAt: string }>`
    select id, released_at from releases where project_id = ${project.id} and tag = ${tagName}`.execute(ctx.db)
  const found = await latestRelease(ctx, project, rows[0])
  return found === null || (await findRef(dir, 'tag', found.tag)) === null ? null : found.tag
}

interface MergedRequest {
  readonly iid: number
  readonly title: string
  readonly username: string | null
  /** The label under which it is listed; null without labels. */
  readonly label: string | null
  readonly place: number
}

/**
 * Merge requests with the label that stands for each: one of the scope `type` before others, then by priority in the
 * project, then by title.
 */
async function readMerged(
  ctx: Context,
  project: AdministeredProject,
  commits: readonly string[],
): Promise<readonly MergedRequest[]> {
  const found = await mergedIn(ctx, project.id, commits)
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const { rows } = await sql<MergedRequest>`
    with used as (select distinct il.label_id from issuable_labels il where il.issuable_id = any (${ids}::bigint[])),
      ranked as (select l.id, l.title, row_number() over (order by l.title not like 'type::%', p.priority nulls last, l.title) as place
        from used join labels l on l.id = used.label_id
          left join label_priorities p on p.label_id = l.id and p.project_id = ${project.id})
    select i.iid, i.title, u.username, best.title as label, coalesce(best.place, 0) as place
    from issuables i left join users u on u.id = i.author_id
      left join lateral (select r.title, r.place from issuable_labels il join ranked r on r.id = il.label_id
        where il.issuable_id = i.id order by r.place limit 1) best on true
    where i.id = any (${ids}::bigint[])
    order by best.place nulls last, array_position(${ids}::bigint[], i.id)`.execute(ctx.db)
  return rows
}

/** A section for each label, those without one last. Without labels there is one list. */
function sectionsOf(merged: readonly MergedRequest[]): readonly string[] {
  const groups = [...Map.groupBy(merged, each => each.label)]
  return groups.map(([label, requests]) => {
    const lines = requests.map(
      ({ title, iid, username }) => `- ${oneLine(title)} (!${iid})${username === null ? '' : ` by @${username}`}`,
    )
    const heading = label ?? (groups.length === 1 ? 'Changes' : 'Other changes')
    return `### ${heading.replace(/^type::/, '')}\n\n${lines.join('\n')}`
  })
}
