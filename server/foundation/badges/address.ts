/** The values of the placeholders of an address in a project; a placeholder without a value stays as it is written. */
export type BadgeValues = Readonly<Partial<Record<string, string>>>

const placeholder = /%\{([a-z_]+)\}/g

/** The names of the placeholders in an address. */
export const placeholdersIn = (address: string): readonly string[] =>
  [...address.matchAll(placeholder)].map(([, name = '']) => name)

/**
 * An address with its placeholders filled in. A value is encoded, so that it cannot lead to another host; the slashes of paths
 * stay.
 */
export const filled = (address: string, values: BadgeValues): string =>
  address.replace(placeholder, (written, name: string) => {
    const value = values[name]
    return value === undefined ? written : encodeURIComponent(value.toWellFormed()).replaceAll('%2F', '/')
  })

/** Whether pages may link to an address and show its image: http and https alone, with placeholders or without. */
export function isBadgeAddress(address: string): boolean {
  if (/[\s\p{Cc}]/u.test(address)) return false
  const url = URL.parse(address.replace(placeholder, 'x'))
  return url !== null && /^https?:\/\//i.test(address) && (url.protocol === 'http:' || url.protocol === 'https:')
}
