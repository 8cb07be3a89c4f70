import { type RawBuilder, sql } from 'kysely'
import { pagesPath } from '#contract/issuable-kinds.ts'
import { levelSql } from '#server/access/levels.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { labelsJson } from '#server/plan/issuables/attributes/labels.ts'
import { momentFields } from '#server/plan/issuables/projections.ts'
import { isSubscribed } from '#server/plan/issuables/subscribed.ts'
import { labelBasicJson } from '#server/plan/labels/present.ts'
import { columnsOf, object, objectb } from '#server/platform/sql/shape.ts'

const i = columnsOf('issuables', 'i')
const e = columnsOf('epics', 'e')
const pe = columnsOf('issuables', 'pe')

interface EpicView {
  /** The labels themselves instead of their titles. */
  readonly withLabelsDetails?: boolean | undefined
  /** Include the actor's subscription, which a list leaves out. */
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
  return sql`(${objectb({
    ...i.fields('id'),
    work_item_id: i('id'),
    ...i.fields('iid'),
    ...e.fields('color', 'textColor'),
    group_id: i('namespaceId'),
    parent_id: pe('id'),
    parent_iid: pe('iid'),
    ...i.fields('title', 'description', 'confidential'),
    author: userBasicJson(settings, 'author'),
    ...i.fields('startDate'),
    end_date: i('dueDate'),
    ...i.fields('dueDate', 'state'),
    web_edit_url: sql`${site} || ${epicPath}`,
    web_url: sql`${site} || ${epicPath}`,
    references: object({
      short: sql`'&' || i.iid`,
      relative,
      full: sql`n.full_path || '&' || i.iid`,
    }),
    reference: sql`'&' || i.iid`,
    ...momentFields,
    labels: labelsJson(view.withLabelsDetails ? labelBasicJson('l') : sql`l.title`),
    ...i.fields('upvotes', 'downvotes'),
    imported: sql.lit(false),
    imported_from: sql.lit('none'),
    _links: object({
      self: sql`${groups} || i.namespace_id || '/epics/' || i.iid`,
      epic_issues: sql`${groups} || i.namespace_id || '/epics/' || i.iid || '/issues'`,
      group: sql`${groups} || i.namespace_id`,
      parent: sql`case when pe.id is not null then ${groups} || pe.namespace_id || '/epics/' || pe.iid end`,
    }),
  })}
    || case when ${mayEdit} then ${objectb({ ...dateSourceFields })} else '{}' end
    ${view.isOne ? sql`|| ${objectb({ subscribed: isSubscribed(ctx.actor, 'i') })}` : sql``})`
}

/** The sources of the dates, over `epics e`. */
const dateSourceFields = {
  ...e.fields('startDateIsFixed', 'startDateFixed'),
  start_date_from_inherited_source: e('startDateInherited'),
  start_date_from_milestones: e('startDateInherited'),
  ...e.fields('dueDateIsFixed', 'dueDateFixed'),
  due_date_from_inherited_source: e('dueDateInherited'),
  due_date_from_milestones: e('dueDateInherited'),
}

/** The address of the list of a group's epics. */
export const epicsPath = (fullPath: string): string => pagesPath('epic', fullPath)
