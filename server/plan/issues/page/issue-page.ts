import { sql } from 'kysely'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { issuableRules } from '#server/access/issuable-rules.ts'
import { hasRole, levelOf, levelSql } from '#server/access/levels.ts'
import { type Allowed, finder } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Actor, Context } from '#server/context.ts'
import { reportAbusePath } from '#server/discuss/abuse-reports/path.ts'
import { notesData } from '#server/discuss/notes/page/notes-data.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { NotFound } from '#server/errors.ts'
import { placeFields, placeOffers } from '#server/foundation/namespaces/header.ts'
import { keptCountFor } from '#server/foundation/namespaces/kept-counts.ts'
import { childrenOf, maxChildrenShown } from '#server/plan/issuables/children.ts'
import {
  defaultSelection,
  type IssuableRow,
  type IssuableSelection,
  selectIssuable,
} from '#server/plan/issuables/find.ts'
import { parentsOnPage } from '#server/plan/issuables/parents.ts'
import { hasStatusPage, isPublished } from '#server/plan/issuables/published.ts'
import { replyAddressOf } from '#server/plan/issuables/reply-address.ts'
import { showLinked } from '#server/plan/links/present.ts'
import { object } from '#server/platform/sql/shape.ts'
import { RawJson, withMembers } from '#server/platform/text/raw-json.ts'
import { answer } from '#server/slice.ts'
import { showNext } from '../move/moved-to.ts'
import { commonFields, idOf, pageJoins, pagePermissions, viewerFields } from './page-parts.ts'
import { type RareName, rareNames, readRareParts } from './rare-parts.ts'

interface IssuePageRow extends IssuableRow {
  readonly header: string
  readonly openMergeRequests: number
  readonly hasCommits: boolean
  readonly titleHtml: string
  readonly descriptionHtml: string
  readonly page: string
  readonly viewer: string
  readonly notesFilter: number | null
  readonly isLinked: boolean
  readonly parentId: number | null
  /** The parts of the issue that most issues lack. */
  readonly rare: readonly RareName[]
  readonly hasChildren: boolean
  /** Null where there is no status page to publish it on. */
  readonly isPublished: boolean | null
  readonly isMoved: boolean
  readonly isPromoted: boolean
  /** An error of its project names it. */
  readonly hasError: boolean
  readonly hasAlert: boolean
  /** The reader may create epics in the group of the issue's project. */
  readonly plansGroup: boolean
}

interface Address {
  readonly namespace: string
  readonly iid: number
}

/**
 * An issue with the contents of its page, in one statement. The reader's role is not known before it: for signed-in
 * readers it reads as for planners, and `showIssuePage` reads again for a reader with less.
 */
const issueWithPage = finder('issuable', 'Issue', (ctx: Context, address: Address) =>
  lookAtPage(ctx, address, ctx.actor.kind === 'user'),
)

const lookAtPage = (ctx: Context, { namespace, iid }: Address, seesAll: boolean) =>
  selectIssuable<IssuePageRow>(ctx, 'issue', 'by-iid', { ref: namespace, iid }, pageSelection(seesAll))

export const issuePageAnswer = answer(getIssuePage, {
  about: issueWithPage,
  ability: 'issuable:read',
  run: showIssuePage,
})

/**
 * The fields of an issue's page, without its discussion. Costs one more statement for its parents, its rare parts, its
 * child items and the places that its texts refer to, each only where the issue has some.
 */
async function showIssuePage(ctx: Context, issue: Allowed<'issuable:read', IssuePageRow>, address: Address) {
  const { actor } = ctx
  const { facts } = issue
  const seesAll = hasRole(actor, facts.namespace, 'planner')
  const page = seesAll || actor.kind === 'anonymous' ? issue : (await lookAtPage(ctx, address, false))?.row
  if (page === undefined) throw new NotFound('Issue')
  const parents = page.parentId === null ? { epic: null, parent: null } : await parentsOnPage(ctx, issue.id)
  const rare = await readRareParts(ctx, issue.id, page.rare, seesAll)
  const children = page.hasChildren ? await childrenOf(ctx, issue, 'issue') : []
  const [titleHtml = '', descriptionHtml = ''] = await redactFor(ctx, [page.titleHtml, page.descriptionHtml])
  return {
    namespace: withMembers(page.header, {
      access_level: levelOf(actor, facts.namespace),
      open_merge_requests_count: may(actor, 'project:read-merge-requests', facts.namespace)
        ? page.openMergeRequests
        : null,
      has_commits: page.hasCommits,
      offers: placeOffers(actor, facts.namespace),
    }),
    issue: withMembers(page.page, {
      title_html: titleHtml,
      description_html: descriptionHtml,
      ...parents,
      ...rare,
      escalation_policy: may(actor, 'project:read-escalations', facts.namespace) ? rare.escalation_policy : null,
    }),
    viewer: new RawJson(page.viewer),
    isMoved: page.isMoved,
    movedTo: page.isMoved ? await showNext(ctx, issue.id, 'issue') : null,
    promotedTo: page.isPromoted ? await showNext(ctx, issue.id, 'epic') : null,
    hasAlert: page.hasAlert && may(actor, 'project:read-alerts', facts.namespace),
    hasError: page.hasError && may(actor, 'project:read-errors', facts.namespace),
    statusPage:
      page.isPublished === null
        ? null
        : { isPublished: page.isPublished, canPublish: !facts.confidential && may(actor, 'issuable:publish', facts) },
    linkedIssues: page.isLinked ? await showLinked(ctx, issue) : [],
    childItems: new RawJson(`[${children.slice(0, maxChildrenShown).map(({ json }) => json)}]`),
    hasMoreChildren: children.length > maxChildrenShown,
    replyAddress: await replyAddressOf(ctx, issue.id, may(actor, 'issuable:comment', facts)),
    reportAbusePath: may(actor, 'issuable:report-abuse', facts) ? reportAbusePath(ctx) : null,
    notesData: notesData(ctx, issuableKinds.issue, issue, page.notesFilter ?? 0),
    permissions: {
      ...pagePermissions(actor, facts),
      canMove: may(actor, 'issuable:move', facts),
      canPromoteToEpic: page.plansGroup && !page.isPromoted && may(actor, 'issuable:promote', facts),
      canReportSpam: may(actor, 'issuable:submit-as-spam', facts),
      canReadEscalations: may(actor, 'project:read-escalations', facts.namespace),
      canAdminEscalations: may(actor, 'project:admin-escalations', facts.namespace),
      canEscalate: may(actor, 'issuable:escalate', facts),
      // Guests may by the API and by commands; the page offers it to those who plan. @source RELATED-002, RELATED-003
      canLink: may(actor, 'issuable:link', facts) && may(actor, 'issuable:set-metadata', facts),
      canCreateIssue: may(actor, 'project:create-issue', facts.namespace),
      canCreateIncident: may(actor, 'project:create-incident', facts.namespace),
    },
  }
}

/** `group:create-epic` in the group that the project `n` is in, but for its being archived, as the project is then too. */
const plansGroup = (actor: Actor) =>
  actor.kind === 'anonymous'
    ? sql`false`
    : sql`exists (select 1 from namespaces pg where pg.id = n.parent_id and pg.kind = 'group' and (
        viewer.is_admin or exists (select 1 from memberships gm where gm.user_id = ${idOf(actor)} and gm.namespace_id = any (pg.ancestor_ids)
          and gm.access_level >= ${levelSql(issuableRules.epic.plannedBy)})))`

const pageSelection = (seesAll: boolean): IssuableSelection => ({
  key: `issue page ${seesAll}`,
  columns: (reader, now) => sql`${defaultSelection.columns(reader, now)}, i.title_html, i.description_html,
    ${object({ ...placeFields(reader.services.settings, keptCountFor(sql.ref('n.id'), 'opened', reader.actor, seesAll)) })}::text as header,
      p.open_merge_requests_count as open_merge_requests,
      p.last_pushed_at is not null as has_commits,
    ${object(commonFields(reader.services.settings, 'issue', now))}::text as page,
    ${object(viewerFields(reader.actor, seesAll))}::text as viewer, viewer.issue_notes_filter as notes_filter,
    exists (select 1 from issuable_links lk where lk.source_id = i.id)
      or exists (select 1 from issuable_links lk where lk.target_id = i.id) as is_linked, i.parent_id,
      ${rareNames(reader, seesAll)} as rare,
      case when i.type = 'incident' and ${hasStatusPage('p')} then ${isPublished('i')} end as is_published,
      exists (select 1 from issuables ch where ch.parent_id = i.id) as has_children,
      i.moved_to_id is not null as is_moved, i.promoted_to_id is not null as is_promoted,
      exists (select 1 from alerts al where al.incident_id = i.id) as has_alert,
      exists (select 1 from tracked_errors te where te.issue_id = i.id and te.namespace_id = i.namespace_id) as has_error, ${plansGroup(reader.actor)} as plans_group`,
  joins: reader => pageJoins(reader.services.settings, reader.actor, 'issue', seesAll),
})
