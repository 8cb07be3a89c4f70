import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { LabelBasic } from '#contract/plan/labels/labels.ts'
import { columnsOf, object, type WireFields } from '#server/platform/sql/shape.ts'
import type { Wire } from '#server/platform/text/case.ts'

/** The LabelBasic shape. @param label  the alias of `labels` in the statement */
export function labelFields(label: string): WireFields<typeof LabelBasic> {
  const l = columnsOf('labels', label)
  return {
    ...l.fields('id'),
    name: l('title'),
    description: sql`nullif(${l('description')}, '')`,
    description_html: labelDescriptionHtml(l('description')),
    ...l.fields('textColor', 'color', 'archived'),
  }
}

/** The same as JSON. */
export const labelBasicJson = (label: string): RawBuilder<Wire<Static<typeof LabelBasic>>> => object(labelFields(label))

/** A description is one plain text: only its special characters are written for HTML. */
const labelDescriptionHtml = (description: RawBuilder<string | null>): RawBuilder<string> =>
  sql`replace(replace(replace(replace(${description}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;')`
