import { featureFlagsTopic, issueTopic } from '#contract/live-topics.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'feature_flag.created': { readonly flagId: number }
    'feature_flag.updated': { readonly flagId: number; readonly changeId: number }
    'feature_flag.deleted': { readonly flagId: number; readonly name: string }
    'feature_flag.change_requested': { readonly flagId: number; readonly requestId: number }
    'feature_flag.request_decided': { readonly flagId: number; readonly requestId: number }
    'feature_flag.issue_linked': { readonly flagId: number; readonly issueId: number }
    'feature_flag.issue_unlinked': { readonly flagId: number; readonly issueId: number }
    'feature_flag_user_list.created': { readonly userListId: number }
    'feature_flag_user_list.updated': { readonly userListId: number }
    'feature_flag_user_list.deleted': { readonly userListId: number }
    'feature_flag_segment.created': { readonly segmentId: number }
    'feature_flag_segment.updated': { readonly segmentId: number }
    'feature_flag_segment.deleted': { readonly segmentId: number }
    'feature_flag_token.created': { readonly tokenId: number }
    'feature_flag_token.rotated': { readonly tokenId: number }
    'feature_flag_token.revoked': { readonly tokenId: number }
  }
}

/**
 * The scope of the events about a project's feature flags.
 *
 * @param issueIds  the issues whose pages show the flag
 */
export const flagsScope = (projectId: number, issueIds: readonly number[] = []) => ({
  namespaceId: projectId,
  topics: [featureFlagsTopic(projectId), ...issueIds.map(issueTopic)],
})
