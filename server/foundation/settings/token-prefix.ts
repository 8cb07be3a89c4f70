import { siteDefaults } from './site-settings.ts'

/** Whether a text begins as access tokens of this site do: those of today, and those made before a prefix was chosen. */
export const looksLikeToken = (text: string, prefix: string): boolean =>
  [prefix, siteDefaults.personalAccessTokenPrefix].some(each => each !== '' && text.startsWith(each))
