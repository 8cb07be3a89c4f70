import { Invalid } from '#server/errors.ts'
import type { SiteSettings } from './site-settings.ts'

type DomainSettings = Pick<SiteSettings, 'domainAllowlist' | 'domainDenylist' | 'domainDenylistEnabled'>

/**
 * Hold the address of a person who registers to the domains of the settings.
 *
 * @throws Invalid  its domain is not among the allowed ones, or among the denied ones
 */
export function refuseDomain(site: DomainSettings, email: string): void {
  const { domainAllowlist: allowed, domainDenylist: denied, domainDenylistEnabled } = site
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
  const isIn = (domains: readonly string[]) => domains.some(each => covers(each, domain))
  if (allowed.length > 0 && !isIn(allowed))
    throw new Invalid({ email: ['is not from a domain that is allowed for registration'] })
  if (domainDenylistEnabled && isIn(denied))
    throw new Invalid({ email: ['is from a domain that is not allowed for registration'] })
}

/** `*.weft.test` covers the domains below it, but not itself. */
const covers = (pattern: string, domain: string): boolean =>
  pattern.startsWith('*.') ? domain.endsWith(pattern.slice(1)) : domain === pattern

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const shape = new RegExp(`^(?:\\*\\.)?${label}(?:\\.${label})*$`)

/** @returns the domains in small letters, each once; null if one of the texts is no domain */
export function readDomains(texts: readonly string[]): readonly string[] | null {
  const domains = [...new Set(texts.map(text => text.trim().toLowerCase()).filter(text => text !== ''))]
  return domains.every(domain => domain.length <= 253 && shape.test(domain)) ? domains : null
}
