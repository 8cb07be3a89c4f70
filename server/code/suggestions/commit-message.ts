import type { MergeRequestRow } from '../merge-requests/find.ts'

const usual = 'Apply %{suggestions_count} suggestion(s) to %{files_count} file(s)\n\n%{co_authored_by}'

interface MessageParts {
  readonly mergeRequest: Pick<MergeRequestRow, 'title' | 'sourceBranch' | 'targetBranch' | 'iid' | 'namespacePath'>
  readonly projectName: string
  readonly user: { readonly name: string; readonly username: string }
  readonly count: number
  readonly paths: readonly string[]
  /** "Name <email>" of those whose suggestions another one applies. */
  readonly coAuthors: readonly string[]
}

/**
 * The message of a commit that applies suggestions. Its coauthors are named at the end, whatever the template says.
 *
 * @param template  what was typed, or the project's template
 * @source product-rules.md 9
 */
export function commitMessageOf(template: string | null, parts: MessageParts): string {
  const { mergeRequest, projectName, user, count, paths, coAuthors } = parts
  const credit = coAuthors.map(author => `Co-authored-by: ${author}`).join('\n')
  const values: Readonly<Record<string, string>> = {
    branch_name: mergeRequest.sourceBranch,
    files_count: String(paths.length),
    file_paths: paths.join(', '),
    project_path: mergeRequest.namespacePath.split('/').at(-1) ?? '',
    project_name: projectName,
    user_full_name: user.name,
    username: user.username,
    suggestions_count: String(count),
    co_authored_by: credit,
    title: mergeRequest.title,
    source_branch: mergeRequest.sourceBranch,
    target_branch: mergeRequest.targetBranch,
    reference: `${mergeRequest.namespacePath}!${mergeRequest.iid}`,
  }
  const chosen = template === null || template.trim() === '' ? usual : template
  const message = chosen
    .replace(/%\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return credit === '' || message.includes(credit) ? message : `${message}\n\n${credit}`
}
