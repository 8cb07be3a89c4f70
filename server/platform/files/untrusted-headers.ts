/**
 * Security headers of a reply that carries a file from a user: the browser neither guesses its type nor runs its scripts.
 *
 * @param mediaType  as in the `content-type` of the reply
 */
export const untrustedFileHeaders = (mediaType: string): Readonly<Record<string, string>> => ({
  // A sandbox keeps the browser's own PDF viewer from starting; a PDF runs in that viewer, not as a page of the site.
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'${
    mediaType === 'application/pdf' ? '' : '; sandbox'
  }`,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
})
