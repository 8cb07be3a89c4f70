import { renewAuthenticity, viewerId } from './page.ts'

/** Whether the browser still is signed in as when this page was opened; `unknown`: the server was not reached. */
export type SessionNow = 'same' | 'signed-out' | 'another' | 'unknown'

let underWay: Promise<SessionNow> | null = null

/** Ask who the browser is for the server now, and take the token that its writes carry from now on. */
export function askSession(): Promise<SessionNow> {
  underWay ??= ask().finally(() => {
    underWay = null
  })
  return underWay
}

async function ask(): Promise<SessionNow> {
  try {
    const response = await fetch('/-/session', { credentials: 'same-origin', headers: { accept: 'application/json' } })
    if (!response.ok) return 'unknown'
    // The session's door writes exactly this.
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

/** A visitor's page has a token of its own, also where it was opened by somebody who has signed out since. */
export async function becomeVisitor(): Promise<void> {
  const response = await fetch('/-/session', { credentials: 'same-origin' })
  const { csrf_token: token } = (await response.json()) as { readonly csrf_token: string }
  renewAuthenticity(token)
  document.getElementById('weft-page')?.remove()
}

type TabsWord = 'signed-out' | 'signed-in'

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('weft-session')

/** Tell the other tabs of this browser. */
export const tellTabs = (word: TabsWord): void => channel?.postMessage(word)

export function hearTabs(listener: (word: TabsWord) => void): void {
  if (channel !== null) channel.onmessage = ({ data }: MessageEvent<TabsWord>) => listener(data)
}
