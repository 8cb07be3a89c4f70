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
    defaultSnippetVisibility: 'private',
    emailConfirmationSetting: 'off',
    enforceTerms: false,
    errorTrackingApiUrl: null,
    errorTrackingEnabled: false,
    gravatarEnabled: false,
    localMarkdownVersion: 0,
    requireTwoFactorAuthentication: false,
    terms: null,
    twoFactorGracePeriod: 48,
    userOauthApplications: false,
  }
}

/** Why each of them stays as it is. */
const reasons: Readonly<Record<keyof Fixed, string>> = {
  defaultBranchProtectionDefaults: 'it follows from default_branch_protection',
  defaultSnippetVisibility: 'this site has no snippets',
  emailConfirmationSetting: 'people can sign in before they confirm their address',
  enforceTerms: 'this site has no terms to accept',
  errorTrackingApiUrl: 'each project has its own error tracking, with the address in its settings',
  errorTrackingEnabled: 'error tracking is turned on in each project',
  gravatarEnabled: 'avatars come from this site alone',
  localMarkdownVersion: 'stored HTML is rendered anew by new versions of the server alone',
  requireTwoFactorAuthentication: 'this site has no second factor',
  terms: 'this site has no terms to accept',
  twoFactorGracePeriod: 'this site has no second factor',
  userOauthApplications: 'this site has no OAuth applications',
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
      .map(([name]) => [name, [`cannot be changed: ${reasons[name as keyof Fixed]}`]]),
  )
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong)
}
