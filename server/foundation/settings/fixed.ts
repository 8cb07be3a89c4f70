import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import type { FixedSettings } from '#contract/foundation/settings.ts'
import { type FieldErrors, Invalid } from '#server/errors.ts'
import { protectionDefaultsOf } from './default-branch-protection.ts'
import type { SiteSettings } from './site-settings.ts'

type Fixed = Static<typeof FixedSettings>

/** Settings of the contract that cannot be changed here, with the values by which the site works. */
export function fixedSettings({ defaultBranchProtection }: SiteSettings): Fixed {
  return {
    defaultBranchProtectionDefaults: protectionDefaultsOf(defaultBranchProtection),
    defaultProjectCreation: 2,
    defaultSnippetVisibility: 'private',
    emailConfirmationSetting: 'off',
    enforceTerms: false,
    errorTrackingApiUrl: null,
    errorTrackingEnabled: false,
    firstDayOfWeek: 1,
    gravatarEnabled: false,
    localMarkdownVersion: 0,
    maintenanceMode: false,
    maintenanceModeMessage: null,
    passwordAuthenticationEnabledForWeb: true,
    pollingIntervalMultiplier: '1.0',
    requireTwoFactorAuthentication: false,
    restrictedVisibilityLevels: [],
    terms: null,
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
