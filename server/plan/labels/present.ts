import { type RawBuilder, sql } from 'kysely'

/** The pairs of the LabelBasic shape, for use inside `json_build_object`. */
export function labelPairs(label: string): RawBuilder<unknown> {
  const l = (column: string) => sql.ref(`${label}.${column}`)
  return sql`'id', ${l('id')}, 'name', ${l('title')}, 'description', nullif(${l('description')}, ''),
    'description_html', ${labelDescriptionHtml(label)}, 'text_color', ${l('text_color')}, 'color', ${l('color')},
    'archived', ${l('archived')}`
}

/** The LabelBasic shape as JSON made by PostgreSQL. */
export function labelBasicJson(label: string): RawBuilder<unknown> {
  return sql`json_build_object(${labelPairs(label)})`
}

/** A description is one plain text: only its special characters are written for HTML. */
function labelDescriptionHtml(label: string): RawBuilder<string> {
  return sql<string>`replace(replace(replace(replace(${sql.ref(`${label}.description`)}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;')`
}
