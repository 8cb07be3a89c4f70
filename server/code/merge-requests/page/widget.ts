import { MergeRequestPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import type { Context } from '#server/context.ts'
import { compileReply } from '#server/platform/text/encode.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { ReadableMergeRequest } from '../find.ts'
import { showMergeRequestPage } from './page.ts'

const encodePermissions = compileReply(MergeRequestPage.properties.permissions)

/** The merge request of its page with the permissions of the actor. @source rest.md 17.7 */
export async function showWidget(ctx: Context, found: ReadableMergeRequest): Promise<RawJson> {
  const { mergeRequest, permissions } = await showMergeRequestPage(ctx, found)
  return new RawJson(`${mergeRequest.text.slice(0, -1)},"permissions":${encodePermissions(permissions)}}`)
}
