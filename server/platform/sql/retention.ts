import { sql } from 'kysely'

/** The time for which personal texts are kept: mails sent and received, and unsent texts. */
export const personalTextRetention = sql`interval '90 days'`
