import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

/** The merge settings of a project. */
interface MergeSettings {
  readonly mergeMethod: 'merge' | 'rebase_merge' | 'ff'
  readonly squashOption: 'never' | 'always' | 'default_on' | 'default_off'
  readonly removeSourceBranchAfterMerge: boolean
  readonly onlyAllowMergeIfAllDiscussionsAreResolved: boolean
  readonly onlyAllowMergeIfPipelineSucceeds: boolean
  readonly autocloseReferencedIssues: boolean
  readonly mergeCommitTemplate: string | null
  readonly squashCommitTemplate: string | null
  readonly attentionRequestsEnabled: boolean
  readonly resolveOutdatedDiffDiscussions: boolean
  readonly filePreviewUrl: string | null
  readonly filePreviewPaths: string | null
}

/** @source product-rules.md 12 */
export async function mergeSettingsOf(ctx: Context, projectId: number): Promise<MergeSettings> {
  const { rows } = await sql<MergeSettings>`
    select merge_method, squash_option, remove_source_branch_after_merge, only_allow_merge_if_all_discussions_are_resolved,
      only_allow_merge_if_pipeline_succeeds, autoclose_referenced_issues, merge_commit_template, squash_commit_template, attention_requests_enabled,
      resolve_outdated_diff_discussions, file_preview_url, file_preview_paths
    from projects where id = ${projectId}`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) throw new Error(`Project ${projectId} has no row`)
  return found
}

/** Whether a merge squashes, by the rule of the project and the choice on the merge request. */
export function squashes({ squashOption }: Pick<MergeSettings, 'squashOption'>, chosen: boolean): boolean {
  switch (squashOption) {
    case 'always':
      return true
    case 'never':
      return false
    case 'default_on':
    case 'default_off':
      return chosen
    default:
      return squashOption satisfies never
  }
}
