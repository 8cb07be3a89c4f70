import { type RawBuilder, sql } from 'kysely'
import { pagesPath } from '#contract/issuable-kinds.ts'
import { levelSql } from '#server/access/levels.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { labelsJson } from '#server/plan/issuables/attributes/labels.ts'
import { momentPairs } from '#server/plan/issuables/projections.ts'
import { isSubscribed } from '#server/plan/issuables/subscribed.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'

interface EpicView {
  /** The labels themselves instead of their titles. */
  readonly withLabelsDetails?: boolean | undefined
  /** With the actor's subscription, which a list leaves out. */
  readonly isOne?: boolean
  /** The path of the group through which it is read; its own when left out. */
  readonly through?: string
}

/** The tables that the JSON of an epic reads, from `issuables i` on. */
export const epicJoins: RawBuilder<unknown> = sql`join epics e on e.id = i.id join namespaces n on n.id = i.namespace_id
  join users author on author.id = i.author_id left join issuables pe on pe.id = i.parent_id`

/** The address of an epic's page, over `issuables i` and `namespaces n`. */
export const epicPath: RawBuilder<string> = pagePathSql('i', 'n', 'epic')

/**
 * The Epic shape as JSON made by PostgreSQL, over `issuables i` and `epicJoins`.
 *
 * @source rest.md 2.3
 */
export function epicJson(ctx: Context, view: EpicView = {}): RawBuilder<unknown> {
  const { settings } = ctx.services
  const site = sql.lit(settings.externalUrl)
  const groups = sql`${site} || '/api/v4/groups/'`
  const isAdmin = ctx.actor.kind === 'user' && ctx.actor.isAdmin
  const mayEdit = isAdmin
    ? sql`true`
    : sql`access_level_of(${userIdOrZero(ctx)}, n.ancestor_ids) >= ${levelSql('planner')}`
  const relative =
    view.through === undefined || view.through === ''
      ? sql`'&' || i.iid`
      : sql`case when n.full_path = ${view.through} then '' else n.full_path end || '&' || i.iid`
  return sql`(jsonb_build_object('id', i.id, 'work_item_id', i.id, 'iid', i.iid, 'color', e.color, 'text_color', e.text_color,
      'group_id', i.namespace_id, 'parent_id', pe.id, 'parent_iid', pe.iid, 'title', i.title, 'description', i.description,
      'confidential', i.confidential, 'author', ${userBasicJson(settings, 'author')}, 'start_date', i.start_date, 'end_date', i.due_date,
      'due_date', i.due_date, 'state', i.state, 'web_edit_url', ${site} || ${epicPath}, 'web_url', ${site} || ${epicPath},
      'references', json_build_object('short', '&' || i.iid, 'relative', ${relative}, 'full', n.full_path || '&' || i.iid),
      'reference', '&' || i.iid, ${momentPairs}, 'labels', ${labelsJson(view.withLabelsDetails ? labelBasicJson('l') : sql`l.title`)},
      'upvotes', i.upvotes, 'downvotes', i.downvotes, 'imported', false, 'imported_from', 'none',
      '_links', json_build_object('self', ${groups} || i.namespace_id || '/epics/' || i.iid,
        'epic_issues', ${groups} || i.namespace_id || '/epics/' || i.iid || '/issues', 'group', ${groups} || i.namespace_id,
        'parent', case when pe.id is not null then ${groups} || pe.namespace_id || '/epics/' || pe.iid end))
    || case when ${mayEdit} then jsonb_build_object(${dateSourcePairs}) else '{}' end
    ${view.isOne ? sql`|| jsonb_build_object('subscribed', ${isSubscribed(ctx.actor, 'i')})` : sql``})`
}

/** Where the dates come from, over `epics e`. */
const dateSourcePairs: RawBuilder<unknown> = sql`'start_date_is_fixed', e.start_date_is_fixed, 'start_date_fixed', e.start_date_fixed,
  'start_date_from_inherited_source', e.start_date_inherited, 'start_date_from_milestones', e.start_date_inherited,
  'due_date_is_fixed', e.due_date_is_fixed, 'due_date_fixed', e.due_date_fixed,
  'due_date_from_inherited_source', e.due_date_inherited, 'due_date_from_milestones', e.due_date_inherited`

/** The address of the list of a group's epics. */
export const epicsPath = (fullPath: string): string => pagesPath('epic', fullPath)
