import type { ReplyOf } from '#contract/operation.ts'

type Pages = typeof import('#contract/code/code-pages.ts')

export type CodePlace = ReplyOf<Pages['codeTreePage']>['place']
export type TreeData = ReplyOf<Pages['codeTreePage']>
export type TreeRow = TreeData['entries'][number]
export type BlobData = ReplyOf<Pages['codeBlobPage']>
export type IdeData = ReplyOf<typeof import('#contract/code/files/ide.ts').codeIdePage>
export type BlameData = ReplyOf<Pages['codeBlamePage']>
export type CodeRef = BlobData['ref']
export type CommitLine = ReplyOf<Pages['codeCommitsPage']>['commits'][number]
export type PipelineMark = NonNullable<CommitLine['pipeline']>
export type PipelineData = ReplyOf<typeof import('#contract/code/commits/pipelines.ts').pipelinePage>
export type NewForkData = ReplyOf<typeof import('#contract/code/forks.ts').newForkPage>
export type DeployKey = ReplyOf<
  typeof import('#contract/code/protected-refs.ts').repositorySettingsPage
>['deployKeys'][number]
export type CommitData = ReplyOf<Pages['codeCommitPage']>
type BranchesData = ReplyOf<Pages['codeBranchesPage']>
export type BranchRow = BranchesData['branches'][number]
type TagsData = ReplyOf<Pages['codeTagsPage']>
export type TagRow = TagsData['tags'][number]
export type CompareData = ReplyOf<Pages['codeComparePage']>
