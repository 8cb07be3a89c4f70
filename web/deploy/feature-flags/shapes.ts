import type { InputOf, ReplyOf } from '#contract/operation.ts'

type Contract = typeof import('#contract/deploy/feature-flags/flags.ts')

export type FlagsPageData = ReplyOf<Contract['getFeatureFlagsPage']>
export type FlagPageData = ReplyOf<Contract['getFeatureFlagPage']>
export type NewFlagPageData = ReplyOf<Contract['getNewFeatureFlagPage']>
export type ListedFlag = FlagsPageData['flags'][number]
export type FlagStrategy = ListedFlag['strategies'][number]
export type UserListOption = FlagPageData['userLists'][number]
export type SegmentOption = FlagPageData['segments'][number]
export type StrategyChange = NonNullable<InputOf<Contract['updateFeatureFlag']>['strategies']>[number]
