import type { updateApplicationSettings } from '#contract/foundation/settings.ts'
import type { InputOf } from '#contract/operation.ts'
import { visibilities } from '#contract/shapes.ts'
import { type FieldErrors, Invalid } from '#server/errors.ts'
import type { Settings } from '#server/settings.ts'
import { readDomains } from './email-domains.ts'
import { weekStartProblem, weekStarts } from './week-starts.ts'

type SettingChanges = Omit<InputOf<typeof updateApplicationSettings>, 'expected'>

/**
 * Hold new values of settings to the rules that their shapes do not have.
 *
 * @returns the values as they are stored
 * @throws Invalid  all that breaks a rule, by setting
 */
export function checkedSettings(given: SettingChanges, { externalUrl: site, ldap }: Settings): SettingChanges {
  const problems: Record<string, readonly string[]> = {
    ...branchProblems(given.defaultBranchName),
    ...addressProblems('afterSignOutPath', given.afterSignOutPath, site),
    ...addressProblems('homePageUrl', given.homePageUrl, site),
    ...loopProblems(given.homePageUrl, site),
    ...domainProblems('domainAllowlist', given.domainAllowlist),
    ...domainProblems('domainDenylist', given.domainDenylist),
    ...weekProblems(given.firstDayOfWeek),
    ...restrictionProblems(given.restrictedVisibilityLevels),
    ...passwordProblems(given.passwordAuthenticationEnabledForWeb, ldap),
  } satisfies FieldErrors
  if (Object.keys(problems).length > 0) throw new Invalid(problems)
  const { domainAllowlist, domainDenylist, restrictedVisibilityLevels, ...rest } = given
  return {
    ...rest,
    ...(restrictedVisibilityLevels !== undefined && {
      restrictedVisibilityLevels: visibilities.filter(each => restrictedVisibilityLevels.includes(each)),
    }),
    ...(domainAllowlist !== undefined && { domainAllowlist: [...(readDomains(domainAllowlist) ?? [])] }),
    ...(domainDenylist !== undefined && { domainDenylist: [...(readDomains(domainDenylist) ?? [])] }),
  }
}

const branchProblems = (name: string | undefined): FieldErrors =>
  name === undefined || /^[A-Za-z0-9_][A-Za-z0-9_./-]*$/.test(name) ? {} : { defaultBranchName: ['is invalid'] }

/** The address as it is on this site; null if it is no http URL and no path. */
function urlOf(text: string, site: string): URL | null {
  if (/[\p{Cc}\s\\]/u.test(text)) return null
  if (text.startsWith('/')) return text.startsWith('//') ? null : URL.parse(text, site)
  return /^https?:\/\/[^/]/i.test(text) ? URL.parse(text) : null
}

const addressProblems = (name: string, text: string | null | undefined, site: string): FieldErrors =>
  text == null || urlOf(text, site) !== null
    ? {}
    : { [name]: ['must be a path that begins with / or a URL that begins with http:// or https://'] }

/** Signed-out visitors of the home page would come to it again. */
function loopProblems(text: string | null | undefined, site: string): FieldErrors {
  const url = text == null ? null : urlOf(text, site)
  const isHome = url !== null && url.origin === new URL(site).origin && /^\/*$/.test(url.pathname)
  return isHome ? { homePageUrl: ['is the page that would redirect to it: enter another address'] } : {}
}

const restrictionProblems = (levels: readonly string[] | undefined): FieldErrors =>
  new Set(levels).size < visibilities.length
    ? {}
    : { restrictedVisibilityLevels: ['must leave one level that everyone can choose'] }

const passwordProblems = (isOn: boolean | undefined, ldap: Settings['ldap']): FieldErrors =>
  isOn === false && ldap === undefined
    ? {
        passwordAuthenticationEnabledForWeb: [
          'cannot be turned off: there is no other way to sign in. Set LDAP_URL first',
        ],
      }
    : {}

const weekProblems = (day: number | undefined): FieldErrors =>
  day === undefined || weekStarts.includes(day) ? {} : { firstDayOfWeek: [weekStartProblem] }

const domainProblems = (name: string, texts: readonly string[] | undefined): FieldErrors =>
  texts === undefined || readDomains(texts) !== null
    ? {}
    : { [name]: ['must be domains such as example.com or *.example.com'] }
