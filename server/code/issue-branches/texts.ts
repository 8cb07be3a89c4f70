import { titleLimit } from '#contract/plan/issues/title-limit.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { type IssuableRow, issueOfAddress } from '#server/plan/issuables/find.ts'
import { readLog } from '#server/platform/git/commits/log.ts'
import { mergeSettingsOf } from '../merge-requests/settings.ts'
import { headsOf } from '../merge-requests/versions/repositories.ts'
import { iidOf } from './branch-name.ts'

interface MergeRequestTexts {
  readonly title: string
  readonly description: string
}

/**
 * Title and description of a merge request that resolves an issue.
 *
 * @param target  the project of the merge request, whose settings say whether it closes issues
 * @source product-rules.md 13
 */
export async function textsForIssue(
  ctx: Context,
  issue: Pick<IssuableRow, 'iid' | 'title' | 'namespaceId' | 'namespacePath'>,
  target: { readonly id: number },
): Promise<MergeRequestTexts> {
  const { autocloseReferencedIssues } = await mergeSettingsOf(ctx, target.id)
  const reference = issue.namespaceId === target.id ? `#${issue.iid}` : `${issue.namespacePath}#${issue.iid}`
  return {
    title: fitting(issue.title, title => `Resolve "${title}"`),
    description: `${autocloseReferencedIssues ? 'Closes' : 'Related to'} ${reference}`,
  }
}

const fitting = (text: string, write: (text: string) => string): string => {
  const room = titleLimit - 'Draft: '.length - write('').length
  return write(text.length <= room ? text : `${text.slice(0, room - 1)}…`)
}

/**
 * Title and description that a merge request of two branches begins with: from the issue that the source branch is named
 * after, else from its only commit, else from the name of the branch.
 *
 * @param source  of the source branch
 * @source BRANCH-031; product-rules.md 13
 */
export async function suggestTexts(
  ctx: Context,
  source: Pick<ProjectRow, 'id' | 'fullPath'>,
  target: Pick<ProjectRow, 'id' | 'fullPath'>,
  { sourceBranch, targetBranch }: { readonly sourceBranch: string; readonly targetBranch: string },
): Promise<MergeRequestTexts> {
  const iid = iidOf(sourceBranch)
  const address = iid === null ? null : { namespace: target.fullPath, iid }
  const issue = address === null ? null : await loadIfAllowed(ctx, 'issuable:read', issueOfAddress, address)
  if (issue !== null && !issue.confidential) return textsForIssue(ctx, issue, target)
  const branches = { namespaceId: target.id, sourceProjectId: source.id, sourceBranch, targetBranch }
  const heads = await headsOf(ctx, branches)
  const commits =
    heads === null || heads.source === null || heads.target === null
      ? []
      : await readLog(heads.dir, { from: [heads.source], notFrom: [heads.target], limit: 2 })
  const [only, other] = commits
  if (only === undefined || other !== undefined) return { title: nameInWords(sourceBranch), description: '' }
  const description = only.message.slice(only.message.indexOf(only.title) + only.title.length).trim()
  return { title: fitting(only.title, title => title), description }
}

/** `feature/add-b` is "Feature/add b". */
function nameInWords(branch: string): string {
  const words = branch.replace(/[-_]+/g, ' ').trim() || branch
  return words.charAt(0).toUpperCase() + words.slice(1)
}
