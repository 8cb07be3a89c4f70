import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { MergeRequestRow } from '../find.ts'

const defaultMerge =
  "Merge branch '%{source_branch}' into '%{target_branch}'\n\n%{title}\n\n%{issues}\n\nSee merge request %{reference}"
const defaultSquash = '%{title}'

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
  const { rows } = await sql<{ closed: readonly string[] | null; reviewers: readonly string[] | null }>`
    select (select array_agg(case when ci.namespace_id = ${mergeRequest.namespaceId} then '#' || ci.iid else cn.full_path || '#' || ci.iid end order by ci.id)
        from merge_request_closes_issues c join issuables ci on ci.id = c.issue_id join namespaces cn on cn.id = ci.namespace_id
        where c.merge_request_id = ${mergeRequest.id} and not ci.confidential and ci.state = 'opened') as closed,
      (select array_agg('Approved-by: ' || au.name || ' <' || au.email || '>' order by a.created_at)
        from merge_request_approvals a join users au on au.id = a.user_id where a.merge_request_id = ${mergeRequest.id}) as reviewers`.execute(
    ctx.db,
  )
  const closed = rows[0]?.closed ?? []
  const values: Readonly<Record<string, string>> = {
    source_branch: mergeRequest.sourceBranch,
    target_branch: mergeRequest.targetBranch,
    title: mergeRequest.title,
    description: mergeRequest.description ?? '',
    issues: closed.length === 0 ? '' : `Closes ${listed(closed)}`,
    reference: `${mergeRequest.namespacePath}!${mergeRequest.iid}`,
    local_reference: `!${mergeRequest.iid}`,
    url: `${ctx.services.settings.externalUrl}/${mergeRequest.namespacePath}/-/merge_requests/${mergeRequest.iid}`,
    approved_by: (rows[0]?.reviewers ?? []).join('\n'),
    merged_by: ctx.actor.kind === 'user' ? ctx.actor.name : '',
  }
  return {
    merge: filled(templates.mergeCommitTemplate ?? defaultMerge, values),
    squash: filled(templates.squashCommitTemplate ?? defaultSquash, values),
  }
}

/** "#1, #2 and #3" */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Fill placeholders in; a line with nothing but empty ones goes with the blank line before it. */
function filled(template: string, values: Readonly<Record<string, string>>): string {
  const lines = template.split('\n').flatMap(line => {
    const names = [...line.matchAll(/%\{(\w+)\}/g)].map(match => match[1] ?? '')
    const text = line.replace(/%\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
    return names.length > 0 && text.trim() === '' ? [] : [text]
  })
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
