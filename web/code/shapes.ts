import type { ReplyOf } from '#contract/operation.ts'

type CodePages = typeof import('#contract/code/code-pages.ts')

export type CodePlace = ReplyOf<CodePages['codeTreePage']>['place']
export type TreeData = ReplyOf<CodePages['codeTreePage']>
export type TreeRow = TreeData['entries'][number]
export type BlobData = ReplyOf<CodePages['codeBlobPage']>
export type IdeData = ReplyOf<typeof import('#contract/code/files/ide.ts').codeIdePage>
export type BlameData = ReplyOf<CodePages['codeBlamePage']>
export type CodeRef = BlobData['ref']
export type CommitLine = ReplyOf<CodePages['codeCommitsPage']>['commits'][number]
export type PipelineMark = NonNullable<CommitLine['pipeline']>
export type PipelineData = ReplyOf<typeof import('#contract/code/commits/pipelines.ts').pipelinePage>
export type NewForkData = ReplyOf<typeof import('#contract/code/forks.ts').newForkPage>
export type DeployKey = ReplyOf<
  typeof import('#contract/code/protected-refs.ts').repositorySettingsPage
>['deployKeys'][number]
export type CommitData = ReplyOf<CodePages['codeCommitPage']>
type BranchesData = ReplyOf<CodePages['codeBranchesPage']>
export type BranchRow = BranchesData['branches'][number]
type TagsData = ReplyOf<CodePages['codeTagsPage']>
export type TagRow = TagsData['tags'][number]
export type CompareData = ReplyOf<CodePages['codeComparePage']>
