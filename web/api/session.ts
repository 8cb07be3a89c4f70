import { renewAuthenticity, viewerId } from './page.ts'

/** The browser's session compared with the one that opened this page; `unknown` if the server was not reached. */
export type SessionNow = 'same' | 'signed-out' | 'another' | 'unknown'

let pending: Promise<SessionNow> | null = null

/** Fetch the current session and its CSRF token. Concurrent calls share one request. */
export function askSession(): Promise<SessionNow> {
  pending ??= ask().finally(() => {
    pending = null
  })
  return pending
}

async function ask(): Promise<SessionNow> {
  try {
    const response = await fetch('/-/session', { credentials: 'same-origin', headers: { accept: 'application/json' } })
    if (!response.ok) return 'unknown'
    // The reply of server/transport/session/door.ts.
    const { user_id: userId, csrf_token: token } = (await response.json()) as {
      readonly user_id: number | null
      readonly csrf_token: string
    }
    if (userId !== viewerId) return userId === null ? 'signed-out' : 'another'
    renewAuthenticity(token)
    return 'same'
  } catch {
    return 'unknown'
  }
}

/** Continue as a signed-out visitor, with a visitor's CSRF token and without embedded user data. */
export async function becomeVisitor(): Promise<void> {
  const ofUser = '#weft-page, meta[name="description"], meta[property^="og:"]'
  for (const element of document.querySelectorAll(ofUser)) element.remove()
  const response = await fetch('/-/session', { credentials: 'same-origin' })
  const { csrf_token: token } = (await response.json()) as { readonly csrf_token: string }
  renewAuthenticity(token)
}

type TabMessage = 'signed-out' | 'signed-in'

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('weft-session')

/** Notify the other tabs of this browser. */
export const notifyTabs = (message: TabMessage): void => channel?.postMessage(message)

export function onTabMessage(listener: (message: TabMessage) => void): void {
  if (channel !== null) channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data)
}
