export const messages = {
  webAddress: 'must be an address that begins with http:// or https://',
} as const
