import type { Visibility } from '#contract/shapes.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { keepTopics } from '#server/foundation/topics/keep.ts'

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
  return present({
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

/** Whether mails go out, by either of its two names; undefined when neither was given. */
export function emailsEnabledOf(given: {
  readonly emailsEnabled?: boolean
  readonly emailsDisabled?: boolean
}): boolean | undefined {
  return given.emailsEnabled ?? (given.emailsDisabled === undefined ? undefined : !given.emailsDisabled)
}

const switched = (isOn: boolean | undefined): FeatureWord | undefined =>
  isOn === undefined ? undefined : isOn ? 'enabled' : 'disabled'

/** An object without the names whose value is undefined. */
export function present<T extends Readonly<Record<string, unknown>>>(
  values: T,
): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  // Only undefined values are gone, so each name that is left has its own type without undefined.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>
  }
}
