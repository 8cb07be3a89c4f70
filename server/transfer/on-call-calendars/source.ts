import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { loginOf, urlProblem } from '#server/feeds/webhooks/hooks.ts'
import { UnreadableCalendar } from '#server/platform/icalendar/read.ts'
import { getOutward, NoAnswer } from '#server/platform/outward/post.ts'
import type { Settings } from '#server/settings.ts'

/** The text of a calendar, and where it comes from. */
export interface CalendarSource {
  /** Null: a file. */
  readonly url: string | null
  readonly content: string
  readonly etag: string | null
}

const timeoutMs = 15_000

interface SourceGiven {
  readonly url?: string | undefined
  readonly content?: string | undefined
}

/** The calendar of an address or a file; null if neither is given. @throws Invalid */
export async function openSource(ctx: Context, { url, content }: SourceGiven): Promise<CalendarSource | null> {
  if (url !== undefined && content !== undefined) throw new Invalid({ content: ['cannot be combined with a URL'] })
  if (content !== undefined) {
    if (Buffer.byteLength(content) > onCallLimits.calendarBytes) throw new Invalid({ content: [tooLarge] })
    // PostgreSQL does not store the character.
    return { url: null, content: content.replaceAll('\0', ''), etag: null }
  }
  if (url === undefined) return null
  const address = addressOf(url)
  const problem = urlProblem(ctx, address, {})
  if (problem !== null) throw new Invalid({ url: [problem] })
  try {
    return await fetchCalendar(ctx.services.settings, address, null)
  } catch (error) {
    if (error instanceof UnreadableCalendar)
      throw new Invalid({ url: [`cannot be read: ${error.message}`] }, { cause: error })
    throw error
  }
}

/** Calendar programs write `webcal` for addresses that they subscribe to. */
const addressOf = (url: string): string => url.trim().replace(/^webcals?:\/\//i, 'https://')

const tooLarge = `is larger than ${onCallLimits.calendarBytes / 1024 / 1024} MiB`

/** @throws UnreadableCalendar */
export async function fetchCalendar(
  settings: Settings,
  url: string,
  etag: string,
): Promise<CalendarSource | 'unchanged'>
export async function fetchCalendar(settings: Settings, url: string, etag: null): Promise<CalendarSource>
export async function fetchCalendar(
  settings: Settings,
  url: string,
  etag: string | null,
): Promise<CalendarSource | 'unchanged'> {
  const parsed = new URL(url)
  const login = loginOf(parsed)
  parsed.username = ''
  parsed.password = ''
  const answer = await getOutward({
    url: parsed,
    headers: {
      accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
      'user-agent': 'Weft',
      ...(login && { authorization: `Basic ${login}` }),
      ...(etag !== null && { 'if-none-match': etag }),
    },
    allowed: settings.webhooksTo,
    verifiesTls: true,
    timeoutMs,
    // One more shows that there is more.
    maxBytes: onCallLimits.calendarBytes + 1,
  }).catch((error: unknown) => {
    if (error instanceof NoAnswer) throw new UnreadableCalendar(error.message, { cause: error })
    throw error
  })
  if (etag !== null && answer.status === 304) return 'unchanged'
  if (answer.status !== 200) throw new UnreadableCalendar(`The server answered with the status ${answer.status}`)
  if (Buffer.byteLength(answer.body) > onCallLimits.calendarBytes)
    throw new UnreadableCalendar(`The calendar ${tooLarge}`)
  const given = answer.headers.etag ?? ''
  return { url, content: answer.body.replaceAll('\0', ''), etag: given !== '' && given.length <= 500 ? given : null }
}
