/** The part of an address behind the @, for mail of the site at `externalUrl`: a mail server refuses one without a dot. */
export function mailDomain({ externalUrl }: { readonly externalUrl: string }): string {
  const { hostname } = new URL(externalUrl)
  if (/^\d+(\.\d+){3}$/.test(hostname)) return `[${hostname}]`
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1)}`
  return hostname.includes('.') ? hostname : `${hostname}.localdomain`
}
