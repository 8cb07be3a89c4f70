import { sql } from 'kysely'
import type { Allowed } from '#server/access/load.ts'
import { finder } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import {
  defaultSelection,
  type IssuableRow,
  type IssuableSelection,
  selectIssuable,
} from '#server/plan/issuables/find.ts'

/** The columns of a merge request that use cases need. */
export interface MergeRequestRow extends IssuableRow {
  /** Null when the fork no longer exists. */
  readonly sourceProjectId: number | null
  readonly sourceBranch: string
  readonly targetBranch: string
  /** Head of the latest version; null before there is a commit. */
  readonly headSha: string | null
  readonly draft: boolean
  readonly squash: boolean
  readonly removeSourceBranch: boolean
  readonly mergeStatus: string
  /** The default branch of the target project. */
  readonly defaultBranch: string
}

export type ReadableMergeRequest = Allowed<'issuable:read', MergeRequestRow>

export const mergeRequestSelection: IssuableSelection = {
  key: 'merge request',
  columns: (
    reader,
    now,
  ) => sql`${defaultSelection.columns(reader, now)}, mr.source_project_id, mr.source_branch, mr.target_branch, mr.head_sha,
    mr.draft, mr.squash, mr.remove_source_branch, mr.merge_status, p.default_branch`,
  joins: () =>
    sql`join merge_requests mr on mr.id = i.id join namespaces n on n.id = i.namespace_id join projects p on p.id = i.namespace_id`,
}

const what = 'Merge Request'

/** The merge request of an address of the API. */
export const mergeRequestByIid = finder(
  'issuable',
  what,
  (ctx: Context, { id, mergeRequestIid }: { readonly id: number | string; readonly mergeRequestIid: number }) =>
    selectIssuable<MergeRequestRow>(
      ctx,
      'merge_request',
      'by-iid',
      { ref: id, iid: mergeRequestIid },
      mergeRequestSelection,
    ),
)

/** The merge request of an address of a page. */
export const mergeRequestOfAddress = finder(
  'issuable',
  what,
  (ctx: Context, { namespace, iid }: { readonly namespace: string; readonly iid: number }) =>
    selectIssuable<MergeRequestRow>(ctx, 'merge_request', 'by-iid', { ref: namespace, iid }, mergeRequestSelection),
)

/** A merge request by its id. */
export const mergeRequestById = finder('issuable', what, (ctx: Context, { id }: { readonly id: number }) =>
  selectIssuable<MergeRequestRow>(ctx, 'merge_request', 'by-id', { ref: id, iid: 0 }, mergeRequestSelection),
)
