import { createAbuseReport } from '#contract/discuss/abuse-reports.ts'
import type { Context } from '#server/context.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'

/**
 * The path to which reports are sent, from the root of the site. Shown to those who may report a thing, and null to all
 * others.
 */
export const reportAbusePath = (ctx: Context): string => `${siteBase(ctx)}${createAbuseReport.path}`
