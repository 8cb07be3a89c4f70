import type { FeatureLevel } from '#contract/foundation/feature-levels.ts'
import type { updateProject } from '#contract/foundation/projects.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { isBadgeAddress } from '#server/foundation/badges/address.ts'
import { keepTopics } from '#server/foundation/project-topics/keep.ts'
import { withoutUndefined } from '#server/platform/without-undefined.ts'

/** The settings that a caller may change on a project, besides name, path and avatar. */
export type ProjectSettings = Omit<ProjectChange, 'name' | 'path' | 'avatar'>

export type ProjectChange = Omit<InputOf<typeof updateProject>, 'id' | 'expected'>

/**
 * Refuse unsupported settings that a client would wait for, such as imports.
 *
 * @throws Invalid
 */
export function refuseImports({ importUrl, templateName, templateProjectId }: ProjectSettings): void {
  const push = 'is not supported. Create an empty project, then push the repository to it'
  const wrong = {
    ...(importUrl ? { importUrl: [push] } : {}),
    ...(templateName ? { templateName: [push] } : {}),
    ...(templateProjectId ? { templateProjectId: [push] } : {}),
  }
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong)
}

/**
 * The settings as columns of `projects`; settings that are not given are left out.
 *
 * @throws Invalid  a topic's name is too long, or an address is no web address
 */
export async function projectColumns(ctx: Context, given: ProjectSettings) {
  const topics = given.topics ?? given.tagList
  if (given.filePreviewUrl && !isBadgeAddress(given.filePreviewUrl))
    throw new Invalid({ filePreviewUrl: ['is blocked: Only allowed schemes are http, https'] })
  return withoutUndefined({
    topics: topics === undefined ? undefined : await keepTopics(ctx, topics),
    issuesAccessLevel: given.issuesAccessLevel ?? switched(given.issuesEnabled),
    mergeRequestsAccessLevel: given.mergeRequestsAccessLevel ?? switched(given.mergeRequestsEnabled),
    repositoryAccessLevel: given.repositoryAccessLevel,
    environmentsAccessLevel: given.environmentsAccessLevel,
    releasesAccessLevel: given.releasesAccessLevel,
    featureFlagsAccessLevel: given.featureFlagsAccessLevel,
    singleAssignee: given.singleAssignee,
    statusPageEnabled: given.statusPageEnabled,
    serviceDeskEnabled: given.serviceDeskEnabled,
    mergeMethod: given.mergeMethod,
    squashOption: given.squashOption,
    onlyAllowMergeIfPipelineSucceeds: given.onlyAllowMergeIfPipelineSucceeds,
    onlyAllowMergeIfAllDiscussionsAreResolved: given.onlyAllowMergeIfAllDiscussionsAreResolved,
    attentionRequestsEnabled: given.attentionRequestsEnabled,
    allowMergeOnSkippedPipeline: given.allowMergeOnSkippedPipeline,
    removeSourceBranchAfterMerge: given.removeSourceBranchAfterMerge,
    requestAccessEnabled: given.requestAccessEnabled,
    mrDefaultTargetSelf: given.mrDefaultTargetSelf,
    resolveOutdatedDiffDiscussions: given.resolveOutdatedDiffDiscussions,
    autocloseReferencedIssues: given.autocloseReferencedIssues,
    suggestionCommitMessage: given.suggestionCommitMessage,
    mergeCommitTemplate: given.mergeCommitTemplate,
    squashCommitTemplate: given.squashCommitTemplate,
    issueBranchTemplate: given.issueBranchTemplate,
    filePreviewUrl: given.filePreviewUrl,
    filePreviewPaths: given.filePreviewPaths,
    issuesTemplate: given.issuesTemplate,
    mergeRequestsTemplate: given.mergeRequestsTemplate,
  })
}

const switched = (isOn: boolean | undefined): FeatureLevel | undefined =>
  isOn === undefined ? undefined : isOn ? 'enabled' : 'disabled'
