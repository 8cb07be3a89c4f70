import type { Settings } from '#server/settings.ts'

const name = '_weft_session'

/** The longest that browsers keep one; when the session ends, the server says. */
const rememberedSeconds = 400 * 24 * 60 * 60

/** The header that gives the browser its session: until it is closed, or remembered. */
export function sessionCookie(settings: Pick<Settings, 'externalUrl'>, token: string, remember: boolean): string {
  return `${name}=${token}; ${attributes(settings)}${remember ? `; Max-Age=${rememberedSeconds}` : ''}`
}

/** The header that takes it away again. */
export function noSessionCookie(settings: Pick<Settings, 'externalUrl'>): string {
  return `${name}=; ${attributes(settings)}; Max-Age=0`
}

function attributes({ externalUrl }: Pick<Settings, 'externalUrl'>): string {
  return `Path=/; HttpOnly; SameSite=Lax${externalUrl.startsWith('https:') ? '; Secure' : ''}`
}
