export interface Meeting {
  /** "Zoom": of whom the meeting is. */
  readonly name: string
  readonly href: string
}

/** Hosts of meetings, and what their paths begin with. */
const services: readonly (readonly [name: string, host: RegExp, path: RegExp])[] = [
  ['Zoom', /^([\w-]+\.)*zoom\.us$/, /^\/(j|s|my|w|wc\/join)\/[\w.-]+/],
  ['Google Meet', /^meet\.google\.com$/, /^\/(lookup\/)?[\w-]{3,}/],
  ['Microsoft Teams', /^teams\.(microsoft|live)\.com$/, /^\/(l\/meetup-join|meet)\//],
  ['Webex', /^([\w-]+\.)+webex\.com$/, /^\/(meet|join|[\w-]+\/j\.php)/],
  ['Jitsi', /^meet\.jit\.si$/, /^\/[^/]+/],
]

/**
 * The meeting that a rendered text links to: the last one, as a later line is the newer one. A link in code is none.
 *
 * @source ISSUE-010
 */
export function meetingIn(html: string): Meeting | null {
  const hrefs = [...html.matchAll(/<a\s[^>]*?href="(https:\/\/[^"]+)"/g)].map(([, href = '']) => href)
  return hrefs.reverse().flatMap(href => meetingAt(href.replaceAll('&amp;', '&')) ?? [])[0] ?? null
}

function meetingAt(href: string): Meeting | null {
  if (!URL.canParse(href)) return null
  const { hostname, pathname } = new URL(href)
  const service = services.find(([, host, path]) => host.test(hostname) && path.test(pathname))
  return service === undefined ? null : { name: service[0], href }
}
