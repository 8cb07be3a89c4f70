import type { ReplyOf } from '#contract/operation.ts'

export type MergeRequestSettings = ReplyOf<
  typeof import('#contract/code/merge-requests/merge-request-settings.ts').mergeRequestSettingsPage
>
