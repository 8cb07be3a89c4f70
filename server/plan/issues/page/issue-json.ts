import { sql } from 'kysely'
import { taskStatus } from '#contract/plan/work-items/task-status.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { emailParticipants } from '#server/discuss/email-participants/addresses.ts'
import { helpPaths } from '#server/discuss/help/help-topics.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { NotFound } from '#server/errors.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { assigneesJson } from '#server/plan/issuables/attributes/assignees.ts'
import { labelsJson } from '#server/plan/issuables/attributes/labels.ts'
import { issuePath, plainPairs } from '#server/plan/issuables/projections.ts'
import { milestonePairs, milestoneUrl } from '#server/plan/milestones/present.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { movedToId } from '../move/moved-to.ts'

/**
 * An issue as its page writes it, with the flags of the actor.
 *
 * @source rest.md 17.9
 */
export async function showEntity(ctx: Context, issueId: number, facts: IssuableFacts): Promise<RawJson> {
  const { settings } = ctx.services
  const flags = {
    can_create_note: may(ctx.actor, 'issuable:comment', facts),
    can_create_confidential_note: may(ctx.actor, 'issuable:comment-internally', facts),
    can_update: may(ctx.actor, 'issuable:update', facts),
    can_set_issue_metadata: may(ctx.actor, 'issuable:set-metadata', facts),
    can_award_emoji: may(ctx.actor, 'issuable:award-emoji', facts),
  }
  const base = siteBase(ctx)
  const { rows } = await sql<{ json: string }>`
    select json_build_object('id', i.id, 'iid', i.iid, 'title', i.title, 'description', i.description, 'state', i.state,
      'milestone_id', i.milestone_id, 'milestone', case when m.id is not null then json_build_object(
        ${milestonePairs('m', ctx.now.slice(0, 10))}, 'web_url', ${milestoneUrl(settings, 'm', 'mn')}) end,
      'labels', ${labelsJson(sql`json_build_object('id', l.id, 'title', l.title, 'color', l.color, 'text_color', l.text_color,
        'description', nullif(l.description, ''))`)},
      'lock_version', i.lock_version, 'author_id', i.author_id, ${plainPairs},
      'assignees', ${assigneesJson(userBasicJson(settings, 'u'))}, 'project_id', i.namespace_id, 'moved_to_id', ${movedToId(ctx.actor)},
      'duplicated_to_id', i.duplicated_to_id,
      'web_url', ${settings.externalUrl} || ${issuePath}, 'current_user', ${JSON.stringify(flags)}::json,
      'create_note_path', ${base} || '/' || n.full_path || '/notes?target_id=' || i.id || '&target_type=issue',
      'preview_note_path', ${base} || '/' || n.full_path || '/preview_markdown?target_id=' || i.iid || '&target_type=Issue',
      'confidential_issues_docs_path', ${`${base}${helpPaths.confidentialIssues}`}::text,
      'locked_discussion_docs_path', ${`${base}${helpPaths.lockedDiscussions}`}::text,
      'archived_project_docs_path', ${`${base}${helpPaths.archivedProjects}`}::text, 'is_project_archived', n.inactive,
      'blocked_by_issues', (select coalesce(json_agg(json_build_object('iid', b.iid, 'web_url',
        ${settings.externalUrl} || ${pagePathSql('b', 'bn', 'issue')}) order by b.id), '[]')
        from issuable_links bk join issuables b on b.id = bk.source_id join namespaces bn on bn.id = b.namespace_id
        where bk.target_id = i.id and bk.link_type = 'blocks' and b.state = 'opened' and ${visibleIssuables(ctx.actor, 'b', { series: 'issue' })}),
      'issue_email_participants', (select coalesce(json_agg(json_build_object('email', p.email)), '[]')
        from (${emailParticipants(sql`i.id`, flags.can_create_confidential_note)}) p), 'issue_type', i.type, 'updated_by_id', i.updated_by_id,
      'created_at', iso(i.created_at), 'updated_at', iso(i.updated_at))::text as json
    from issuables i join namespaces n on n.id = i.namespace_id left join milestones m on m.id = i.milestone_id
      left join namespaces mn on mn.id = m.namespace_id where i.id = ${issueId}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) throw new NotFound('Issue')
  return new RawJson(found.json)
}

interface ChangesRow {
  readonly title: string
  readonly titleHtml: string
  readonly description: string | null
  readonly descriptionHtml: string
  readonly taskCount: number
  readonly taskCompletedCount: number
  readonly lockVersion: number
  readonly lastEditedAt: string | null
  readonly editorName: string | null
  readonly editorUsername: string | null
}

/**
 * Title and description as they are now.
 *
 * @source rest.md 17.1
 */
export async function showChanges(ctx: Context, issueId: number) {
  const { rows } = await sql<ChangesRow>`
    select i.title, i.title_html, i.description, i.description_html, i.task_count, i.task_completed_count, i.lock_version, i.last_edited_at,
      u.name as editor_name, u.username as editor_username
    from issuables i left join users u on u.id = i.last_edited_by_id where i.id = ${issueId}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) throw new NotFound('Issue')
  const [title = '', description = ''] = await redactFor(ctx, [found.titleHtml, found.descriptionHtml])
  const { taskCount: count, taskCompletedCount: completedCount } = found
  return {
    title,
    titleText: found.title,
    description,
    descriptionText: found.description ?? '',
    taskCompletionStatus: { count, completedCount },
    taskStatus: taskStatus({ count, completedCount }),
    lockVersion: found.lockVersion,
    ...(found.lastEditedAt === null
      ? {}
      : {
          updatedAt: found.lastEditedAt,
          updatedByName: found.editorName ?? '',
          updatedByPath: `${siteBase(ctx)}/${found.editorUsername ?? ''}`,
        }),
  }
}
