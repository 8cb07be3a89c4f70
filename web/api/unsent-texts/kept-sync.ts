import { atRest } from '#web/ui/at-rest.ts'
import { viewerId } from '../page.ts'
import { isNews, keptPlaces, listenToTabs, readKept } from './kept-store.ts'

type Calls = typeof import('./kept-calls.ts')

let calls: Calls | null = null
let isLoading = false
let isStarted = false
/** The places that changed before the calls were loaded, with the pause that was asked for. */
const waiting = new Map<string, number | undefined>()

/** Begin to follow the person's texts; with the first box on a page. */
export function startKeeping(): void {
  if (isStarted || viewerId === null) return
  isStarted = true
  listenToTabs()
  window.addEventListener('online', () => void load())
  atRest(() => void load())
}

/** The calls to the server are no part of the first script: until they are here, texts stay in this browser. */
async function load(): Promise<void> {
  if (calls !== null || isLoading || viewerId === null) return
  isLoading = true
  try {
    calls = await import('./kept-calls.ts')
    calls.follow(viewerId)
    for (const [place, pause] of waiting) calls.touched(place, pause)
    waiting.clear()
  } catch {
    // The next change tries again, and so does a connection that comes back.
  } finally {
    isLoading = false
  }
}

/** A place was typed in, or emptied: tell the server after a pause; in milliseconds. */
export function touched(place: string, pause?: number): void {
  if (viewerId === null) return
  startKeeping()
  if (calls !== null) {
    calls.touched(place, pause)
    return
  }
  waiting.set(place, pause)
  void load()
}

/** Send the texts that the last page could not bring to the server, whatever page this is. */
export function resumeKeeping(): void {
  const isLeft = (place: string) => {
    const kept = readKept(place)
    return kept !== null && isNews(kept)
  }
  if (keptPlaces().some(isLeft)) startKeeping()
}
