import { type RawBuilder, sql } from 'kysely'
import { type SiteSettings, siteDefaults } from './site-settings.ts'

type NumberSetting = {
  [Name in keyof SiteSettings]: SiteSettings[Name] extends number ? Name : never
}[keyof SiteSettings]

/** A setting of the site within a statement. */
export const siteNumber = (name: NumberSetting): RawBuilder<number> =>
  sql<number>`coalesce((select (ds.value #>> '{}')::integer from instance_settings ds
  where ds.name = ${sql.lit(name)}), ${sql.lit(siteDefaults[name])})`
