import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import type { FixedSettings } from '#contract/foundation/settings.ts'
import { uploadLimitMebibytes } from '#contract/foundation/upload-limit.ts'
import { aMinute, rateWindowMs } from '#server/access/rate-limits.ts'
import type { Context } from '#server/context.ts'
import { type FieldErrors, Invalid } from '#server/errors.ts'
import { protectionDefaultsOf } from './default-branch-protection.ts'
import { sessionHours } from './session-length.ts'
import type { SiteSettings } from './site-settings.ts'
import { tokenPrefix } from './token-prefix.ts'

type Fixed = Static<typeof FixedSettings>

/** Settings of the contract that cannot be changed here, with the values by which the site works. */
export function fixedSettings({ services }: Context, { defaultBranchProtection }: SiteSettings): Fixed {
  const { rateLimits } = services.settings
  const limit = (requests: number) => (rateLimits ? requests : 0)
  return {
    afterSignOutPath: null,
    defaultBranchProtectionDefaults: protectionDefaultsOf(defaultBranchProtection),
    defaultProjectCreation: 2,
    defaultSnippetVisibility: 'private',
    domainAllowlist: [],
    domainDenylist: [],
    domainDenylistEnabled: false,
    emailConfirmationSetting: 'off',
    enforceTerms: false,
    errorTrackingApiUrl: null,
    errorTrackingEnabled: false,
    firstDayOfWeek: 1,
    gravatarEnabled: false,
    helpPageText: null,
    homePageUrl: null,
    issuesCreateLimit: limit(aMinute.issues.signedIn),
    localMarkdownVersion: 0,
    maintenanceMode: false,
    maintenanceModeMessage: null,
    maxAttachmentSize: uploadLimitMebibytes,
    maxImportSize: 0,
    notesCreateLimit: limit(aMinute.notes.signedIn),
    passwordAuthenticationEnabledForGit: true,
    passwordAuthenticationEnabledForWeb: true,
    personalAccessTokenPrefix: tokenPrefix,
    pollingIntervalMultiplier: '1.0',
    rawBlobRequestLimit: 0,
    requireAdminApprovalAfterUserSignup: false,
    requireTwoFactorAuthentication: false,
    restrictedVisibilityLevels: [],
    searchRateLimit: limit(aMinute.searches.signedIn),
    searchRateLimitUnauthenticated: limit(aMinute.searches.anonymous),
    sessionExpireDelay: sessionHours * 60,
    terms: null,
    throttleAuthenticatedApiEnabled: rateLimits,
    throttleAuthenticatedApiPeriodInSeconds: rateWindowMs / 1000,
    throttleAuthenticatedApiRequestsPerPeriod: aMinute.apiRequests.signedIn,
    throttleUnauthenticatedApiEnabled: rateLimits,
    throttleUnauthenticatedApiPeriodInSeconds: rateWindowMs / 1000,
    throttleUnauthenticatedApiRequestsPerPeriod: aMinute.apiRequests.anonymous,
    timeTrackingLimitToHours: false,
    twoFactorGracePeriod: 48,
    userOauthApplications: false,
  }
}

/**
 * Accept a setting only with its current value, so that a client can send back the settings that it read.
 *
 * @throws Invalid  one of the settings would become another
 */
export function refuseFixed(fixed: Fixed, given: Readonly<Record<string, unknown>>): void {
  const wrong: FieldErrors = Object.fromEntries(
    Object.entries(fixed)
      .filter(([name, value]) => given[name] !== undefined && !isDeepStrictEqual(given[name], value))
      .map(([name]) => [name, ['cannot be changed here']]),
  )
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong)
}
