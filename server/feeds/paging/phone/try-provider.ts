import type { PhoneChannel } from '#contract/feeds/paging-rules.ts'
import { type Context, selfId } from '#server/context.ts'
import { RateLimited } from '#server/errors.ts'
import { checkedNumber } from './number.ts'
import { callProvider, readProvider } from './provider.ts'
import { reserveMessage } from './reserve.ts'

/** Characters of the answer that are shown. */
const shownAnswer = 500

interface Trial {
  readonly number: string
  readonly channel: PhoneChannel
}

/** Send a text message, or make a call, and tell how the provider answered. @throws Invalid @throws RateLimited */
export async function tryProvider(ctx: Context, { number: given, channel }: Trial) {
  const number = checkedNumber(given)
  const provider = await readProvider(ctx)
  const refusal = await reserveMessage(ctx, provider, { userId: selfId(ctx), number, channel, isCode: false })
  if (refusal !== null) throw new RateLimited(refusal.sentence, refusal.waitSeconds)
  const outcome = await callProvider(ctx, provider, {
    ...{ name: `test-${ctx.requestId}`, channel, to: number },
    text: 'This is a test from Weft. Nothing has happened.',
  })
  return {
    isSent: outcome.kind === 'sent',
    failure: outcome.kind === 'sent' ? '' : outcome.failure,
    answer: (outcome.answer ?? '').replaceAll('\0', '').slice(0, shownAnswer),
  }
}
