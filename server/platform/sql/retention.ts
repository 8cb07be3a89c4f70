import { sql } from 'kysely'

/** How long personal texts are kept: mails sent and received, and texts that nobody has sent. */
export const personalTextRetention = sql`interval '90 days'`
