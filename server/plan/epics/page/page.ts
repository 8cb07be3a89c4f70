import { type RawBuilder, sql } from 'kysely'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { hasRole } from '#server/access/levels.ts'
import { may } from '#server/access/may.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { reportAbusePath } from '#server/discuss/abuse-reports/path.ts'
import { notesData } from '#server/discuss/notes/page/notes-data.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { NotFound } from '#server/errors.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { epicNameJson } from '#server/plan/issuables/parents.ts'
import { replyAddressOf } from '#server/plan/issuables/reply-address.ts'
import { pageFields, pageJoins, pagePermissions, viewerFields } from '#server/plan/issues/page/page-parts.ts'
import { columnsOf, object, objectb } from '#server/platform/sql/shape.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { RawJson, withMembers } from '#server/platform/text/raw-json.ts'
import type { ReadableEpic } from '../find.ts'
import { sumsOf } from '../sums.ts'
import { showTree } from './tree.ts'

const e = columnsOf('epics', 'e')
const i = columnsOf('issuables', 'i')

interface EpicPageRow {
  readonly titleHtml: string
  readonly descriptionHtml: string
  readonly page: string
  readonly viewer: string
  readonly notesFilter: number | null
}

/** The fields of an epic's page, without its discussion. */
export async function showEpicPage(ctx: Context, epic: ReadableEpic) {
  const { actor } = ctx
  const { facts } = epic
  const row = await readPage(ctx, epic.id, hasRole(actor, facts.namespace, 'planner'))
  const [titleHtml = '', descriptionHtml = ''] = await redactFor(ctx, [row.titleHtml, row.descriptionHtml])
  const sums = (await sumsOf(ctx, [epic.id]))(epic.id)
  return {
    namespace: await showHeader(ctx, { id: epic.namespaceId, facts: facts.namespace }),
    epic: withMembers(row.page, {
      title_html: titleHtml,
      description_html: descriptionHtml,
      sums: Object.fromEntries(Object.entries(sums).map(([name, value]) => [snakeCase(name), value])),
    }),
    tree: await showTree(ctx, epic),
    viewer: new RawJson(row.viewer),
    replyAddress: await replyAddressOf(ctx, epic.id, may(actor, 'issuable:comment', facts)),
    reportAbusePath: may(actor, 'issuable:report-abuse', facts) ? reportAbusePath(ctx) : null,
    notesData: notesData(ctx, issuableKinds.epic, epic, row.notesFilter ?? 0),
    permissions: {
      ...pagePermissions(actor, facts),
      canCreateEpic: may(actor, 'group:create-epic', facts.namespace),
    },
  }
}

async function readPage(ctx: Context, id: number, seesAll: boolean): Promise<EpicPageRow> {
  const { actor } = ctx
  const { settings } = ctx.services
  const { rows } = await sql<EpicPageRow>`
    select i.title_html, i.description_html, viewer.issue_notes_filter as notes_filter,
      ${object(viewerFields(actor, seesAll))}::text as viewer,
      (${object(pageFields(settings, 'epic', actor, sql`${ctx.now}`, seesAll))}::jsonb || ${objectb({
        ...e.fields('color'),
        ...i.fields('startDate', 'dueDate'),
        start_date_source: object({
          is_fixed: e('startDateIsFixed'),
          fixed: e('startDateFixed'),
          inherited: e('startDateInherited'),
        }),
        due_date_source: object({
          is_fixed: e('dueDateIsFixed'),
          fixed: e('dueDateFixed'),
          inherited: e('dueDateInherited'),
        }),
        ancestors: ancestorsJson(ctx),
      })})::text as page
    from issuables i ${pageJoins(settings, actor, 'epic', seesAll)} join epics e on e.id = i.id where i.id = ${id}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) throw new NotFound('Epic')
  return found
}

/** The epics above `issuables i`, from the top. */
const ancestorsJson = (ctx: Context): RawBuilder<unknown> => sql`(
  with recursive up(id, level) as (
    select i.parent_id, 1 where i.parent_id is not null
    union all select a.parent_id, up.level + 1 from up join issuables a on a.id = up.id where a.parent_id is not null
  )
  select coalesce(json_agg(${epicNameJson('a', 'an', sql`i.namespace_id`)} order by up.level desc), '[]')
  from up join issuables a on a.id = up.id join namespaces an on an.id = a.namespace_id
  where ${visibleIssuables(ctx.actor, 'a', { series: 'epic' })})`
