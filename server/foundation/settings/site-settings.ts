import type { Static } from 'typebox'
import type { WritableSettings } from '#contract/foundation/settings.ts'
import { uploadLimitMebibytes } from '#contract/foundation/upload-limit.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { usualProtection } from './default-branch-protection.ts'

/** The settings of the whole site that administrators change while it runs. */
export type SiteSettings = Static<typeof WritableSettings>

export const siteDefaults: SiteSettings = {
  signupEnabled: true,
  defaultProjectVisibility: 'private',
  defaultGroupVisibility: 'private',
  defaultBranchName: 'main',
  canCreateGroup: true,
  userDefaultExternal: false,
  defaultProjectsLimit: 100_000,
  internalNotesEnabled: true,
  attentionRequestsEnabled: true,
  workItemsEnabled: true,
  defaultBranchProtection: usualProtection,
  deletionAdjournedPeriod: 30,
  surveyEnabled: false,
  domainAllowlist: [],
  domainDenylist: [],
  domainDenylistEnabled: false,
  requireAdminApprovalAfterUserSignup: false,
  afterSignOutPath: null,
  homePageUrl: null,
  helpPageText: null,
  restrictedVisibilityLevels: [],
  defaultProjectCreation: 2,
  firstDayOfWeek: 1,
  timeTrackingLimitToHours: false,
  pollingIntervalMultiplier: '1.0',
  maintenanceMode: false,
  maintenanceModeMessage: null,
  issuesCreateLimit: 300,
  notesCreateLimit: 300,
  searchRateLimit: 30,
  searchRateLimitUnauthenticated: 10,
  rawBlobRequestLimit: 0,
  throttleAuthenticatedApiEnabled: true,
  throttleAuthenticatedApiPeriodInSeconds: 60,
  // Requests that no honest client comes to.
  throttleAuthenticatedApiRequestsPerPeriod: 36_000,
  throttleUnauthenticatedApiEnabled: true,
  throttleUnauthenticatedApiPeriodInSeconds: 60,
  throttleUnauthenticatedApiRequestsPerPeriod: 12_000,
  maxAttachmentSize: uploadLimitMebibytes,
  maxImportSize: 0,
  sessionExpireDelay: 12 * 60,
  passwordAuthenticationEnabledForGit: true,
  passwordAuthenticationEnabledForWeb: true,
  personalAccessTokenPrefix: 'glpat-',
}

/** The settings as they stand, one statement. */
export async function readSiteSettings(db: Db): Promise<SiteSettings> {
  const rows = await db.selectFrom('instanceSettings').select(['name', 'value']).execute()
  return withStored(rows)
}

/** Stored values over the defaults; a name that is no setting any more is passed over. */
export function withStored(rows: readonly { readonly name: string; readonly value: unknown }[]): SiteSettings {
  const known = rows.filter(row => Object.hasOwn(siteDefaults, row.name)).map(row => [row.name, row.value])
  // Only `updateSiteSettings` writes these names, with values that the contract has checked.
  return { ...siteDefaults, ...(Object.fromEntries(known) as Partial<SiteSettings>) }
}
