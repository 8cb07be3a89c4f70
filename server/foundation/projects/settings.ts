import type { Visibility } from '#contract/shapes.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { keepTopics } from '#server/foundation/topics/keep.ts'
import { withoutUndefined } from '#server/platform/without-undefined.ts'

/** What a caller may set on a project, besides name, path and avatar. */
export interface ProjectSettings {
  readonly description?: string | null
  readonly defaultBranch?: string | null
  readonly visibility?: Visibility
  readonly topics?: readonly string[]
  readonly tagList?: readonly string[]
  readonly issuesAccessLevel?: FeatureWord
  readonly repositoryAccessLevel?: FeatureWord
  readonly mergeRequestsAccessLevel?: FeatureWord
  readonly issuesEnabled?: boolean
  readonly mergeRequestsEnabled?: boolean
  readonly singleAssignee?: boolean
  readonly mergeMethod?: string
  readonly squashOption?: string
  readonly onlyAllowMergeIfPipelineSucceeds?: boolean
  readonly onlyAllowMergeIfAllDiscussionsAreResolved?: boolean
  readonly allowMergeOnSkippedPipeline?: boolean | null
  readonly removeSourceBranchAfterMerge?: boolean
  readonly requestAccessEnabled?: boolean
  readonly resolveOutdatedDiffDiscussions?: boolean
  readonly autocloseReferencedIssues?: boolean
  readonly allowForcePush?: boolean
  readonly emailsEnabled?: boolean
  readonly emailsDisabled?: boolean
  readonly suggestionCommitMessage?: string | null
  readonly mergeCommitTemplate?: string | null
  readonly squashCommitTemplate?: string | null
  readonly issueBranchTemplate?: string | null
  readonly issuesTemplate?: string | null
  readonly mergeRequestsTemplate?: string | null
  readonly importUrl?: string | null
  readonly templateName?: string | null
  readonly templateProjectId?: number | null
}

type FeatureWord = 'disabled' | 'private' | 'enabled'

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
 * The settings as columns of `projects`; what was not given is left out.
 *
 * @throws Invalid  a topic's name is too long
 */
export async function projectColumns(ctx: Context, given: ProjectSettings) {
  const topics = given.topics ?? given.tagList
  return withoutUndefined({
    topics: topics === undefined ? undefined : await keepTopics(ctx, topics),
    issuesAccessLevel: given.issuesAccessLevel ?? switched(given.issuesEnabled),
    mergeRequestsAccessLevel: given.mergeRequestsAccessLevel ?? switched(given.mergeRequestsEnabled),
    repositoryAccessLevel: given.repositoryAccessLevel,
    singleAssignee: given.singleAssignee,
    mergeMethod: given.mergeMethod,
    squashOption: given.squashOption,
    onlyAllowMergeIfPipelineSucceeds: given.onlyAllowMergeIfPipelineSucceeds,
    onlyAllowMergeIfAllDiscussionsAreResolved: given.onlyAllowMergeIfAllDiscussionsAreResolved,
    allowMergeOnSkippedPipeline: given.allowMergeOnSkippedPipeline,
    removeSourceBranchAfterMerge: given.removeSourceBranchAfterMerge,
    requestAccessEnabled: given.requestAccessEnabled,
    resolveOutdatedDiffDiscussions: given.resolveOutdatedDiffDiscussions,
    autocloseReferencedIssues: given.autocloseReferencedIssues,
    allowForcePush: given.allowForcePush,
    suggestionCommitMessage: given.suggestionCommitMessage,
    mergeCommitTemplate: given.mergeCommitTemplate,
    squashCommitTemplate: given.squashCommitTemplate,
    issueBranchTemplate: given.issueBranchTemplate,
    issuesTemplate: given.issuesTemplate,
    mergeRequestsTemplate: given.mergeRequestsTemplate,
  })
}

const switched = (isOn: boolean | undefined): FeatureWord | undefined =>
  isOn === undefined ? undefined : isOn ? 'enabled' : 'disabled'
