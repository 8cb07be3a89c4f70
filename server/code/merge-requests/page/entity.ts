import { sql } from 'kysely'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { helpPaths } from '#server/discuss/help/help-topics.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { NotFound } from '#server/errors.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { assigneesJson } from '#server/plan/issuables/attributes/assignees.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { ReadableMergeRequest } from '../find.ts'
import { autoMergeStrategy } from '../merge/auto-merge.ts'
import { mergeRequestPath } from '../present.ts'

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
    select json_build_object('id', i.id, 'iid', i.iid, 'noteable_type', 'MergeRequest', 'target_type', 'merge_request',
      'title', i.title, 'description', i.description, 'state', i.state, 'milestone_id', i.milestone_id,
      'lock_version', i.lock_version, 'author_id', i.author_id, 'confidential', i.confidential, 'discussion_locked', i.discussion_locked,
      'assignees', ${assigneesJson(userBasicJson(settings, 'u'))}, 'project_id', i.namespace_id,
      'source_project_id', mr.source_project_id, 'source_branch', mr.source_branch, 'target_branch', mr.target_branch,
      'diff_head_sha', mr.head_sha, 'can_receive_suggestion', mr.is_open and mr.head_sha is not null,
      'merge_params', json_build_object('force_remove_source_branch', mr.remove_source_branch, 'squash', mr.squash,
        'auto_merge_strategy', case when mr.auto_merge is not null then ${autoMergeStrategy}::text end),
      'web_url', ${settings.externalUrl} || ${mergeRequestPath}, 'current_user', ${JSON.stringify(flags)}::json,
      'create_note_path', ${base} || '/' || n.full_path || '/notes?target_id=' || i.id || '&target_type=merge_request',
      'preview_note_path', ${base} || '/' || n.full_path || '/preview_markdown?target_id=' || i.iid || '&target_type=MergeRequest',
      'locked_discussion_docs_path', ${`${base}${helpPaths.lockedDiscussions}`}::text,
      'archived_project_docs_path', ${`${base}${helpPaths.archivedProjects}`}::text, 'is_project_archived', n.inactive,
      'created_at', iso(i.created_at), 'updated_at', iso(i.updated_at))::text as json
    from issuables i join merge_requests mr on mr.id = i.id join namespaces n on n.id = i.namespace_id where i.id = ${id}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) throw new NotFound('Merge Request')
  return new RawJson(found.json)
}
