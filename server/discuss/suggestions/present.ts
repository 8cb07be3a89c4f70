import { type RawBuilder, sql } from 'kysely'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'

const s = columnsOf('suggestions', 's')

/** @source product-rules.md 9: one text for each condition that fails */
export const reasons = {
  applied: 'This suggestion has already been applied.',
  notOpen: 'The merge request is not open.',
  noBranch: 'The source branch no longer exists.',
  outdated: 'This suggestion is outdated: its lines have changed.',
  noChange: 'This suggestion makes no changes.',
  notebook: 'Suggestions on rendered notebooks cannot be applied.',
} as const

/** The joins over `suggestions s` and `notes n`: its issuable, merge request and position. */
export const suggestionJoins: RawBuilder<unknown> = sql`join issuables si on si.id = n.issuable_id join merge_requests smr on smr.id = si.id
  join notes sh on sh.issuable_id = n.issuable_id and sh.discussion_id = n.discussion_id join note_positions sp on sp.note_id = sh.id`

/** Lines from where it was written to where its thread stands now. */
export const shift: RawBuilder<number> = sql<number>`(case when sp.carried ->> 'state' in ('untouched', 'moved')
  then (sp.carried -> 'position' ->> 'new_line')::integer else sp.new_line end - s.line)`

/** The file of the suggestion, at its current path. */
export const currentPath: RawBuilder<string> = sql<string>`case when sp.carried ->> 'state' in ('untouched', 'moved')
  then sp.carried -> 'position' ->> 'new_path' else s.path end`

/** The reason why it cannot be applied; null when it can. */
export const inapplicableReason: RawBuilder<string | null> = sql<
  string | null
>`case when s.applied then ${sql.lit(reasons.applied)}
  when si.state <> 'opened' then ${sql.lit(reasons.notOpen)} when smr.source_project_id is null then ${sql.lit(reasons.noBranch)}
  when coalesce(sp.carried ->> 'state', 'untouched') not in ('untouched', 'moved') then ${sql.lit(reasons.outdated)}
  when replace(s.from_content, E'\\r\\n', E'\\n') = s.to_content then ${sql.lit(reasons.noChange)}
  when s.path like '%.ipynb' then ${sql.lit(reasons.notebook)} end`

/** Suggestions of `notes n` in the REST API. @source rest.md 2.3 */
export const suggestionsJson: RawBuilder<unknown> = arrayOf(
  object({
    ...s.fields('id'),
    from_line: sql`s.from_line + ${shift}`,
    to_line: sql`s.to_line + ${shift}`,
    appliable: sql`${inapplicableReason} is null`,
    ...s.fields('applied', 'fromContent', 'toContent'),
  }),
  sql`from suggestions s ${suggestionJoins} where s.note_id = n.id`,
  sql`s.place`,
)

const lines = (
  content: RawBuilder<string>,
  type: 'old' | 'new',
) => sql`select ${sql.lit(type === 'old' ? 0 : 1)} as part, l.number,
    ${object({
      line_code: sql.lit(null),
      type: sql.lit(type),
      old_line: type === 'old' ? sql`s.from_line + ${shift} + l.number - 1` : sql`null::integer`,
      new_line: type === 'new' ? sql`s.from_line + ${shift} + l.number - 1` : sql`null::integer`,
      text: sql`${sql.lit(type === 'old' ? '-' : '+')} || rtrim(l.text, E'\\r')`,
      rich_text: sql.lit(null),
      can_receive_suggestion: sql.lit(false),
    })} as line
  from unnest(string_to_array(regexp_replace(${content}, E'\\n$', ''), E'\\n')) with ordinality l(text, number) where ${content} <> ''`

/**
 * Suggestions of `notes n` on its page.
 *
 * @param canApply  whether the actor may apply them
 * @source rest.md 17.9
 */
export const pageSuggestionsJson = (canApply: boolean): RawBuilder<unknown> =>
  arrayOf(
    object({
      ...s.fields('id'),
      appliable: sql`${inapplicableReason} is null`,
      ...s.fields('applied'),
      from_line: sql`s.from_line + ${shift}`,
      to_line: sql`s.to_line + ${shift}`,
      file_path: currentPath,
      diff_lines: arrayOf(
        sql`d.line`,
        sql`from (${lines(sql<string>`s.from_content`, 'old')} union all ${lines(sql<string>`s.to_content`, 'new')}) d`,
        sql`d.part, d.number`,
      ),
      current_user: object({ can_apply: sql.lit(canApply) }),
      inapplicable_reason: inapplicableReason,
    }),
    sql`from suggestions s ${suggestionJoins} where s.note_id = n.id`,
    sql`s.place`,
  )
