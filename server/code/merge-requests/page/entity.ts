import { sql } from 'kysely'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { helpPaths } from '#server/discuss/help/help-topics.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { NotFound } from '#server/errors.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { assigneesJson } from '#server/plan/issuables/attributes/assignees.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { ReadableMergeRequest } from '../find.ts'
import { autoMergeStrategy } from '../merge/auto-merge.ts'
import { mergeRequestPath } from '../present.ts'

const i = columnsOf('issuables', 'i')
const mr = columnsOf('mergeRequests', 'mr')
const n = columnsOf('namespaces', 'n')

/** A merge request as a page that discusses it needs it, with the flags of the actor. @source MR-002, rest.md 17.9 */
export async function showEntity(ctx: Context, { id, facts }: ReadableMergeRequest): Promise<RawJson> {
  const { settings } = ctx.services
  const flags = {
    can_create_note: may(ctx.actor, 'issuable:comment', facts),
    can_update: may(ctx.actor, 'issuable:update', facts),
    can_award_emoji: may(ctx.actor, 'issuable:award-emoji', facts),
  }
  const base = siteBase(ctx)
  const { rows } = await sql<{ json: string }>`
    select ${object({
      ...i.fields('id', 'iid'),
      noteable_type: sql.lit('MergeRequest'),
      target_type: sql.lit('merge_request'),
      ...i.fields(
        'title',
        'description',
        'state',
        'milestoneId',
        'lockVersion',
        'authorId',
        'confidential',
        'discussionLocked',
      ),
      assignees: assigneesJson(userBasicJson(settings, 'u')),
      project_id: i('namespaceId'),
      ...mr.fields('sourceProjectId', 'sourceBranch', 'targetBranch'),
      diff_head_sha: mr('headSha'),
      can_receive_suggestion: sql`mr.is_open and mr.head_sha is not null`,
      merge_params: object({
        force_remove_source_branch: mr('removeSourceBranch'),
        ...mr.fields('squash'),
        auto_merge_strategy: sql`case when mr.auto_merge is not null then ${autoMergeStrategy}::text end`,
      }),
      web_url: sql`${settings.externalUrl} || ${mergeRequestPath}`,
      current_user: sql`${JSON.stringify(flags)}::json`,
      create_note_path: sql`${base} || '/' || n.full_path || '/notes?target_id=' || i.id || '&target_type=merge_request'`,
      preview_note_path: sql`${base} || '/' || n.full_path || '/preview_markdown?target_id=' || i.iid || '&target_type=MergeRequest'`,
      locked_discussion_docs_path: sql`${`${base}${helpPaths.lockedDiscussions}`}::text`,
      archived_project_docs_path: sql`${`${base}${helpPaths.archivedProjects}`}::text`,
      is_project_archived: n('inactive'),
      ...i.moments('createdAt', 'updatedAt'),
    })}::text as json
    from issuables i join merge_requests mr on mr.id = i.id join namespaces n on n.id = i.namespace_id where i.id = ${id}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) throw new NotFound('Merge Request')
  return new RawJson(found.json)
}
