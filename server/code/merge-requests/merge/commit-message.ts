import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Commit } from '#server/platform/git/objects.ts'
import type { MergeRequestRow } from '../find.ts'
import { headsOf } from '../versions/repositories.ts'
import { fillTemplate, type TemplateValues, writtenMessage } from './commit-template.ts'
import { coAuthorsOf, type MergedCommits, mergedCommits } from './merged-commits.ts'

const defaultMerge =
  "Merge branch '%{source_branch}' into '%{target_branch}'\n\n%{title}\n\n%{issues}\n\nSee merge request %{reference}"
const defaultSquash = '%{title}\n\n%{co_authored_by}'

interface CommitTemplates {
  readonly mergeCommitTemplate: string | null
  readonly squashCommitTemplate: string | null
}

/**
 * The default messages of the merge commit and of the squash commit.
 *
 * @source product-rules.md 12; the placeholders are those of the project's templates
 */
export async function commitMessages(
  ctx: Context,
  mergeRequest: MergeRequestRow,
  templates: CommitTemplates,
): Promise<{ readonly merge: string; readonly squash: string }> {
  const values = await templateValues(ctx, mergeRequest)
  // A template whose placeholders are all empty leaves nothing.
  const message = (template: string | null, usual: string) =>
    fillTemplate(writtenMessage(template) ?? usual, values) || mergeRequest.title
  return {
    merge: message(templates.mergeCommitTemplate, defaultMerge),
    squash: message(templates.squashCommitTemplate, defaultSquash),
  }
}

interface MessageValues {
  readonly author: string
  readonly merger: string | null
  readonly closed: readonly string[] | null
  readonly approvers: readonly string[] | null
  readonly reviewers: readonly string[] | null
}

/** The values of the placeholders of commit templates for a merge request. */
export async function templateValues(ctx: Context, mergeRequest: MergeRequestRow): Promise<TemplateValues> {
  const { id, iid, namespaceId, namespacePath, title } = mergeRequest
  const person = (alias: string) =>
    sql<string>`regexp_replace(${sql.ref(`${alias}.name`)}, '[<>[:cntrl:]]+', ' ', 'g') || ' <' || ${sql.ref(`${alias}.email`)} || '>'`
  const { rows } = await sql<MessageValues>`
    select ${person('au')} as author,
      (select ${person('mu')} from users mu where mu.id = ${ctx.actor.kind === 'user' ? ctx.actor.id : 0}) as merger,
      (select array_agg(case when ci.namespace_id = ${namespaceId} then '#' || ci.iid else cn.full_path || '#' || ci.iid end order by ci.id)
        from merge_request_closes_issues c join issuables ci on ci.id = c.issue_id join namespaces cn on cn.id = ci.namespace_id
        where c.merge_request_id = i.id and not ci.confidential and ci.state = 'opened') as closed,
      (select array_agg('Approved-by: ' || ${person('pu')} order by a.created_at, pu.id)
        from merge_request_approvals a join users pu on pu.id = a.user_id where a.merge_request_id = i.id) as approvers,
      (select array_agg('Reviewed-by: ' || ${person('ru')} order by rv.created_at, ru.id)
        from merge_request_reviewers rv join users ru on ru.id = rv.user_id
        where rv.issuable_id = i.id and rv.state not in ('unreviewed', 'review_started')) as reviewers
    from issuables i join users au on au.id = i.author_id where i.id = ${id}`.execute(ctx.db)
  const [named] = rows
  const commits = await commitsOf(ctx, mergeRequest)
  const multiline = commits.recent.find(({ message }) => message.trim().includes('\n'))
  const closed = named?.closed ?? []
  return {
    source_branch: mergeRequest.sourceBranch,
    target_branch: mergeRequest.targetBranch,
    source_project_id: String(mergeRequest.sourceProjectId ?? ''),
    title,
    description: mergeRequest.description ?? '',
    issues: closed.length === 0 ? '' : `Closes ${listed(closed)}`,
    reference: `${namespacePath}!${iid}`,
    local_reference: `!${iid}`,
    url: `${ctx.services.settings.externalUrl}/${namespacePath}/-/merge_requests/${iid}`,
    merge_request_author: named?.author ?? '',
    merged_by: named?.merger ?? '',
    approved_by: (named?.approvers ?? []).join('\n'),
    reviewed_by: (named?.reviewers ?? []).join('\n'),
    co_authored_by: coAuthorsOf(commits),
    first_commit: commits.first?.message.trim() ?? '',
    first_multiline_commit: multiline?.message.trim() ?? title,
    first_multiline_commit_description: multiline === undefined ? '' : bodyOf(multiline),
    all_commits: commits.recent.toReversed().map(itemOf).join('\n\n'),
  }
}

async function commitsOf(ctx: Context, mergeRequest: MergeRequestRow): Promise<MergedCommits> {
  const heads = await headsOf(ctx, mergeRequest)
  if (heads === null || heads.source === null || heads.target === null) return { first: null, recent: [] }
  return mergedCommits(heads.dir, heads.source, heads.target)
}

const bodyOf = ({ message }: Commit): string =>
  message
    .trim()
    .replace(/^.*\n?/, '')
    .trim()

/** Longer messages are listed by their titles. */
const longestItem = 100 * 1024

const itemOf = ({ title, message }: Commit): string =>
  Buffer.byteLength(message) > longestItem ? `* ${title}` : `* ${message.trim()}`

/** "#1, #2 and #3" */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
