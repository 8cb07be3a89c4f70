export const messages = {
  badUrl: 'must be a http or https URL',
  inward: 'is blocked: requests to the local network are not allowed',
  tooMany: (most: number) => `Maximum number of webhooks (${most}) exceeded`,
  badHeader: 'can contain only letters, digits, hyphens and underscores, and no header that the server sets itself',
  badValue: 'can contain only printable ASCII characters',
  badVariable: 'can contain only letters, digits and underscores, and must start with a letter',
  badSigningToken: "must start with 'whsec_', followed by 24 to 64 bytes in Base64",
  noRegex: 'Branch filters by regular expression are not available. Use wildcards',
  badLength: 'is too long',
  nothingToTest: 'Ensure the project has at least one commit, issue or comment of this kind.',
  noTest: 'This event has no test request.',
} as const
