import type { Settings } from '#server/settings.ts'
import type { SiteSettings } from './site-settings.ts'

/** Whether everybody signs in with a password. Without a directory they do, whatever was set when there was one. */
export const takesPasswords = (
  { passwordAuthenticationEnabledForWeb }: Pick<SiteSettings, 'passwordAuthenticationEnabledForWeb'>,
  { ldap }: Pick<Settings, 'ldap'>,
): boolean => passwordAuthenticationEnabledForWeb || ldap === undefined
