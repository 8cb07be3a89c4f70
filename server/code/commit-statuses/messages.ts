export const messages = {
  webAddress: 'must be a URL that starts with http:// or https://',
} as const
