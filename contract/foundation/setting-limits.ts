/** The bounds of settings of the site. */
export const settingLimits = {
  /** The longest time without a visit after which a session ends: a year. */
  sessionMinutes: 366 * 24 * 60,
  /** A day. */
  periodSeconds: 86_400,
  prefixCharacters: 20,
  domains: 1_000,
  addressCharacters: 2_048,
  messageCharacters: 255,
  textCharacters: 100_000,
} as const
