import { type RawBuilder, sql } from 'kysely'
import { mailDomain } from '#server/platform/mail/domain.ts'
import type { Settings } from '#server/settings.ts'

/** The limit of the part before the @. @source RFC 5321 section 4.5.3.1.1 */
const localPartLimit = 64

/**
 * The address at which the service desk of `projects p` receives mail, over its `namespaces n`; null where the site receives none. The path in
 * it tells people which project it is.
 */
export const ownServiceDeskAddress = (settings: Settings): RawBuilder<string | null> =>
  settings.smtpInPort === undefined
    ? sql`null::text`
    : sql<string>`case when p.service_desk_key is null
        then ${local('incoming+', sql`'-' || n.id || '-issue-'`)} else ${local('contact+', sql`'-' || p.service_desk_key`)} end
        || ${sql.lit(`@${mailDomain(settings)}`)}`

/** The address that requesters are told: the custom one, if there is one. Null where there is no service desk. */
export const serviceDeskAddress = (settings: Settings): RawBuilder<string | null> =>
  sql`case when p.service_desk_enabled then coalesce(p.service_desk_custom_address, ${ownServiceDeskAddress(settings)}) end`

const local = (start: string, end: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${sql.lit(start)} || trim('-' from left(regexp_replace(lower(n.full_path), '[^a-z0-9]+', '-', 'g'), ${sql.lit(localPartLimit - start.length)} - length(${end}))) || ${end}`
