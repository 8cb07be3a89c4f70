import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { licensePage, licenses } from '#server/platform/licenses/licenses.ts'

/** The licenses by key, as the contract shows a license in a project. */
const known = JSON.stringify(
  Object.fromEntries(
    licenses.map(({ key, name, nickname, sourceUrl }) => [
      key,
      { key, name, nickname, html_url: licensePage(key), source_url: sourceUrl },
    ]),
  ),
)

const other = JSON.stringify({ key: 'other', name: 'Other', nickname: null, html_url: null, source_url: null })

/** The license of a project as JSON, from `projects p`; null without a license file. */
export const licenseJson: RawBuilder<unknown> = sql`case when p.license_path is not null
  then coalesce(${known}::json -> p.license_key, ${other}::json) end`

/** The address of the license file, from `namespaces n` and `projects p`; null without one. */
export const licenseUrl = ({ services: { settings } }: Context): RawBuilder<unknown> =>
  sql`case when p.license_path is not null then ${sql.lit(settings.externalUrl)} || '/' || n.full_path || '/-/blob/'
    || p.default_branch || '/' || p.license_path end`
