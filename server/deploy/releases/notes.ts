import { sql } from 'kysely'
import type { generateReleaseNotes } from '#contract/deploy/releases.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { may } from '#server/access/may.ts'
import { type Merged, mergedIn } from '#server/code/repository/changelog/merged-in.ts'
import { type Reverts, revertPhrase, revertsOf } from '#server/code/repository/changelog/reverts.ts'
import { lookUpRef, repositoryOf } from '#server/code/repository/open.ts'
import type { Context } from '#server/context.ts'
import { Unprocessable } from '#server/errors.ts'
import { readLog } from '#server/platform/git/commits/log.ts'
import { parentsInRange } from '#server/platform/git/commits/parents.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import type { Oid } from '#server/platform/git/objects.ts'
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
  const parents = await parentsInRange(dir, range)
  if (parents.size > mostCommits) throw new Unprocessable(messages.longRange(mostCommits))
  const found = may(ctx.actor, 'project:read-merge-requests', project.facts)
    ? await mergedIn(ctx, project.id, [...parents.keys()])
    : []
  const notFrom = previous === null ? [] : [previous.commitId]
  const reverting =
    found.length === 0
      ? []
      : await readLog(dir, { from: [end.commitId], notFrom, limit: mostCommits, search: revertPhrase })
  const merged = await readMerged(ctx, project, withoutReverts(found, revertsOf(reverting, project.fullPath), parents))
  const compared = previousTag === null ? null : `${addressOf(previousTag)}...${addressOf(tagName)}`
  const base = `${ctx.services.settings.externalUrl}/${project.fullPath}/-`
  const link =
    compared === null ? [] : [`**Full changelog**: [${previousTag}...${tagName}](${base}/compare/${compared})`]
  return {
    notes: [...sectionsOf(merged), ...(previousTag === null ? [] : newContributors(merged)), ...link].join('\n\n'),
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

/**
 * The merge requests without those that another one reverts, and without the one that reverts them: neither of them
 * changes anything since the release before.
 *
 * @param parents  of the commits between the releases
 */
function withoutReverts(
  found: readonly Merged[],
  reverts: Reverts,
  parents: ReadonlyMap<Oid, readonly Oid[]>,
): readonly Merged[] {
  const iids = new Set(found.map(({ iid }) => iid))
  const commitsOf = ({ mergeCommitSha, squashCommitSha, headSha, startSha }: Merged): readonly Oid[] => [
    ...[mergeCommitSha, squashCommitSha].flatMap(sha => sha ?? []),
    // The last of several commits is only a part of the merge request.
    ...(parents.get(headSha)?.[0] === startSha ? [headSha] : []),
  ]
  const isReverted = (each: Merged) =>
    reverts.iids.has(each.iid) || commitsOf(each).some(commit => reverts.commits.has(commit))
  const onlyReverts = (each: Merged) =>
    each.title.startsWith('Revert "') &&
    [...commitsOf(each), each.headSha].some(commit => {
      const own = reverts.by.get(commit)
      return own?.commits.every(other => parents.has(other)) && own.iids.every(iid => iids.has(iid))
    })
  return found.filter(each => !isReverted(each) && !onlyReverts(each))
}

interface MergedRequest {
  readonly iid: number
  readonly title: string
  readonly username: string | null
  /** It is the first one of its author in the project. */
  readonly isFirst: boolean
  /** The label under which it is listed; null without labels. */
  readonly label: string | null
  readonly place: number
}

/**
 * Merge requests with the label that stands for each: one of the scope `type` before others, then by priority in the
 * project, then by title. Labels of other scopes tell of states and priorities, which are no kinds of changes.
 */
async function readMerged(
  ctx: Context,
  project: AdministeredProject,
  found: readonly Merged[],
): Promise<readonly MergedRequest[]> {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const { rows } = await sql<MergedRequest>`
    with used as (select distinct il.label_id from issuable_labels il where il.issuable_id = any (${ids}::bigint[])),
      ranked as (select l.id, l.title, row_number() over (order by l.title not like 'type::%', p.priority nulls last, l.title) as place
        from used join labels l on l.id = used.label_id
          left join label_priorities p on p.label_id = l.id and p.project_id = ${project.id}
        where l.title like 'type::%' or l.title not like '%::%'),
      firsts as (select distinct on (i.author_id) i.id from issuables i join merge_requests mr on mr.id = i.id
        where i.namespace_id = ${project.id} and i.series = 'merge_request' and i.state = 'merged'
          and i.author_id in (select a.author_id from issuables a where a.id = any (${ids}::bigint[]))
        order by i.author_id, mr.merged_at, i.id)
    select i.iid, i.title, u.username, u.id is not null and not u.is_bot and i.id in (select f.id from firsts f) as is_first,
      best.title as label, coalesce(best.place, 0) as place
    from issuables i left join users u on u.id = i.author_id
      left join lateral (select r.title, r.place from issuable_labels il join ranked r on r.id = il.label_id
        where il.issuable_id = i.id order by r.place limit 1) best on true
    where i.id = any (${ids}::bigint[])
    order by best.place nulls last, array_position(${ids}::bigint[], i.id)`.execute(ctx.db)
  return rows
}

/** The people whose first contribution is in the release. */
function newContributors(merged: readonly MergedRequest[]): readonly string[] {
  const lines = merged
    .filter(({ isFirst }) => isFirst)
    .toSorted((one, other) => one.iid - other.iid)
    .map(({ username, iid }) => `- @${username} made their first contribution in !${iid}`)
  return lines.length === 0 ? [] : [`### New contributors\n\n${lines.join('\n')}`]
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
