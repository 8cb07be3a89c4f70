import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { CallError } from '#web/api/client.ts'
import { useHasSocket, useTopics } from '#web/api/live/live.ts'
import { createPoller, type Looked, type Poller } from '#web/api/live/poller.ts'
import { pollNotes } from '#web/api/operations.gen.ts'
import { isOwnWrite, registerReading } from '#web/api/own-writes.ts'
import { isReached, watchReach } from '#web/api/reach.ts'
import { isSeen, watchSeen } from '#web/api/visibility.ts'
import { dismissToasts, showToast } from '#web/ui/overlays/toasts.ts'
import { lookForNews, type News, newsInput, takeNews } from '../look.ts'
import { messages } from '../messages.ts'
import { internalTopicOf, type Noteable, topicOf } from '../noteable.ts'
import type { DiscussionsKey } from './reading.ts'

/** A socket that is on its way needs no polls beside it. */
const socketComesWithinMs = 2_000

/** Without a connection, a session or access, the page itself says so. */
const shownByPage: readonly number[] = [0, 401, 403, 404]

/**
 * Keep a discussion fresh: by the answers of the page's own writes, and by the socket: any other message triggers a poll;
 * where there is none, and after a look that failed, by polls.
 */
export function useFreshness(
  place: DiscussionsKey & Pick<Noteable, 'id'>,
  isHeld: (noteId: string) => boolean,
  isLoaded: boolean,
): void {
  const client = useQueryClient()
  const hasSocket = useHasSocket()
  const [isFailing, setFailing] = useState(false)
  const looking = useRef<'no' | 'yes' | 'again'>('no')
  const pauses = useRef(0)
  // Another user changed something during a write of this page.
  const isDue = useRef(false)
  // The socket tells nothing of what happened while it was away, or while another page was shown.
  const missed = useRef(isLoaded)

  const look = useEffectEvent(async (): Promise<Looked> => {
    // A write of this page brings what is new in its own answer.
    if (pauses.current > 0) {
      isDue.current = true
      return 'ok'
    }
    // A pending read of the discussion may date from before the change.
    if (!isLoaded) {
      missed.current = true
      return 'ok'
    }
    if (looking.current !== 'no') {
      looking.current = 'again'
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
  const topic = topicOf({ kind, id })
  const readingKey = `discussion ${topic}`
  useTopics(
    useMemo(() => [topic, internalTopicOf({ kind, id })], [topic, kind, id]),
    useCallback(
      (by?: string) => {
        if (!isOwnWrite(by, readingKey)) ask()
      },
      [ask, readingKey],
    ),
  )

  const asked = useRef(place)
  const input = useEffectEvent(() => {
    asked.current = place
    return newsInput(client, place)
  })
  const end = useEffectEvent(async (news: News | null) => {
    pauses.current -= 1
    poller.current?.resume()
    isDue.current ||= news === null
    // After a failure, the look that follows says what is wrong.
    if (news !== null && !isDue.current && (await takeNews(client, asked.current, isHeld, news).catch(() => true)))
      isDue.current = true
    if (pauses.current > 0 || !isDue.current) return
    isDue.current = false
    ask()
  })
  useEffect(() => {
    const begin = () => {
      pauses.current += 1
      poller.current?.pause()
      // The response of a pending look may be the older one.
      if (looking.current !== 'no') isDue.current = true
    }
    return registerReading([topic], readingKey, {
      operation: pollNotes,
      input: () => input(),
      begin,
      end: news => end(news),
    })
  }, [topic, readingKey])

  const hadSocket = useRef(false)
  useEffect(() => {
    if (hadSocket.current && !hasSocket) missed.current = true
    hadSocket.current ||= hasSocket
    if (!hasSocket || !isLoaded || !missed.current) return
    missed.current = false
    ask()
  }, [hasSocket, isLoaded, ask])

  // The looks that failed meanwhile have made the pause to the next one long.
  useEffect(() => watchReach(() => isReached() && ask()), [ask])

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
}
