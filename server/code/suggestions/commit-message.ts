import { fillTemplate, type TemplateValues, writtenMessage } from '../merge-requests/merge/commit-template.ts'

const usual = 'Apply %{suggestions_count} suggestion(s) to %{files_count} file(s)\n\n%{co_authored_by}'

interface MessageParts {
  /** The placeholder values of the merge request. */
  readonly values: TemplateValues
  readonly projectPath: string
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
 * @param template  the typed message, or the project's template
 * @source product-rules.md 9
 */
export function commitMessageOf(template: string | null | undefined, parts: MessageParts): string {
  const { values, projectPath, projectName, user, count, paths, coAuthors } = parts
  const credit = coAuthors.map(author => `Co-authored-by: ${author}`).join('\n')
  const message = fillTemplate(writtenMessage(template) ?? usual, {
    ...values,
    branch_name: values.source_branch ?? '',
    files_count: String(paths.length),
    file_paths: paths.join(', '),
    project_path: projectPath.split('/').at(-1) ?? '',
    project_name: projectName,
    user_full_name: user.name,
    username: user.username,
    suggestions_count: String(count),
    co_authored_by: credit,
  })
  return credit === '' || message.includes(credit) ? message : `${message}\n\n${credit}`
}
