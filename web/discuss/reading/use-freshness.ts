import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { CallError } from '#web/api/client.ts'
import { useHasSocket, useTopics } from '#web/api/live.ts'
import { isSeen, watchSeen } from '#web/api/visibility.ts'
import { dismissToasts, showToast } from '#web/ui/overlays/toasts.ts'
import { lookForNews } from '../look.ts'
import { messages } from '../messages.ts'
import { internalTopicOf, type Noteable, topicOf } from '../noteable.ts'
import { createPoller, type Looked, type Poller } from './poller.ts'
import type { DiscussionsKey } from './reading.ts'

/** A socket that is on its way needs no polls beside it. */
const socketComesWithinMs = 2_500

/** Without a connection, a session or access, the page itself says so. */
const shownByPage: readonly number[] = [0, 401, 403, 404]

/**
 * Keep a discussion fresh: by the socket, whose every word is a reason to look; where there is none, and after a look
 * that failed, by polls.
 */
export function useFreshness(
  place: DiscussionsKey & Pick<Noteable, 'id'>,
  isHeld: (noteId: string) => boolean,
  isLoaded: boolean,
) {
  const client = useQueryClient()
  const hasSocket = useHasSocket()
  const [isFailing, setFailing] = useState(false)
  const looking = useRef<'no' | 'yes' | 'again'>('no')
  const pauses = useRef(0)

  const look = useEffectEvent(async (): Promise<Looked> => {
    // A note that is being posted comes with its own answer, in the place of its placeholder.
    if (pauses.current > 0 || looking.current !== 'no') {
      if (looking.current !== 'no') looking.current = 'again'
      return 'ok'
    }
    looking.current = 'yes'
    try {
      await lookForNews(client, place, isHeld)
      setFailing(false)
      dismissToasts(messages.poll)
      return 'ok'
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!shownByPage.includes(error.status)) showToast(messages.poll, { tone: 'danger' })
      setFailing(true)
      return 'failed'
    } finally {
      // The value may have changed while the answer was on its way.
      const isAgain = (looking.current as string) === 'again'
      looking.current = 'no'
      if (isAgain) void look()
    }
  })
  const poller = useRef<Poller | null>(null)
  const ask = useMemo(() => () => void look(), [])

  const { kind, id } = place
  useTopics(
    useMemo(() => [topicOf({ kind, id }), internalTopicOf({ kind, id })], [kind, id]),
    ask,
  )

  // The socket tells nothing of what happened while it was away, or while another page was shown.
  const missed = useRef(isLoaded)
  const hadSocket = useRef(false)
  useEffect(() => {
    if (hadSocket.current && !hasSocket) missed.current = true
    hadSocket.current ||= hasSocket
    if (!hasSocket || !isLoaded || !missed.current) return
    missed.current = false
    ask()
  }, [hasSocket, isLoaded, ask])

  const polls = isLoaded && (!hasSocket || isFailing)
  // The clock and the page's visibility are outside of React.
  useEffect(() => {
    if (!polls) return
    const own = createPoller({ look: () => look(), isVisible: isSeen, growth: 2 })
    poller.current = own
    for (let pause = 0; pause < pauses.current; pause++) own.pause()
    const start = setTimeout(() => own.start(), socketComesWithinMs)
    const unwatch = watchSeen(own.visibilityChanged)
    return () => {
      clearTimeout(start)
      unwatch()
      own.stop()
      poller.current = null
    }
  }, [polls])

  return useMemo(
    () => ({
      /** While something is posted. */
      pause: () => {
        pauses.current += 1
        poller.current?.pause()
      },
      resume: () => {
        pauses.current -= 1
        poller.current?.resume()
        if (pauses.current === 0) ask()
      },
    }),
    [ask],
  )
}
