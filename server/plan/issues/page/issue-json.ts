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
import { issuePath, plainFields } from '#server/plan/issuables/projections.ts'
import { milestoneFields, milestoneUrl } from '#server/plan/milestones/present.ts'
import { arrayOf, columnsOf, object, objectWhere } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { movedToId } from '../move/moved-to.ts'

const l = columnsOf('labels', 'l')
const i = columnsOf('issuables', 'i')
const m = columnsOf('milestones', 'm')
const n = columnsOf('namespaces', 'n')
const b = columnsOf('issuables', 'b')

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
    select ${object({
      ...i.fields('id', 'iid', 'title', 'description', 'state', 'milestoneId'),
      milestone: objectWhere(m('id'), {
        ...milestoneFields('m', ctx.now.slice(0, 10)),
        web_url: milestoneUrl(settings, 'm', 'mn'),
      }),
      labels: labelsJson(
        object({ ...l.fields('id', 'title', 'color', 'textColor'), description: sql`nullif(l.description, '')` }),
      ),
      ...i.fields('lockVersion', 'authorId'),
      ...plainFields,
      assignees: assigneesJson(userBasicJson(settings, 'u')),
      project_id: i('namespaceId'),
      moved_to_id: movedToId(ctx.actor),
      ...i.fields('duplicatedToId'),
      web_url: sql`${settings.externalUrl} || ${issuePath}`,
      current_user: sql`${JSON.stringify(flags)}::json`,
      create_note_path: sql`${base} || '/' || n.full_path || '/notes?target_id=' || i.id || '&target_type=issue'`,
      preview_note_path: sql`${base} || '/' || n.full_path || '/preview_markdown?target_id=' || i.iid || '&target_type=Issue'`,
      confidential_issues_docs_path: sql`${`${base}${helpPaths.confidentialIssues}`}::text`,
      locked_discussion_docs_path: sql`${`${base}${helpPaths.lockedDiscussions}`}::text`,
      archived_project_docs_path: sql`${`${base}${helpPaths.archivedProjects}`}::text`,
      is_project_archived: n('inactive'),
      blocked_by_issues: arrayOf(
        object({ ...b.fields('iid'), web_url: sql`${settings.externalUrl} || ${pagePathSql('b', 'bn', 'issue')}` }),
        sql`from issuable_links bk join issuables b on b.id = bk.source_id join namespaces bn on bn.id = b.namespace_id
        where bk.target_id = i.id and bk.link_type = 'blocks' and b.state = 'opened' and ${visibleIssuables(ctx.actor, 'b', { series: 'issue' })}`,
        sql`b.id`,
      ),
      issue_email_participants: arrayOf(
        object({ email: sql`p.email` }),
        sql`from (${emailParticipants(sql`i.id`, flags.can_create_confidential_note)}) p`,
      ),
      issue_type: i('type'),
      ...i.fields('updatedById'),
      ...i.moments('createdAt', 'updatedAt'),
    })}::text as json
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
