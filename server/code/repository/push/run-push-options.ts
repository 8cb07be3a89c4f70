import type { Context } from '#server/context.ts'
import { NamedError } from '#server/errors.ts'
import type { PushWithOptions } from './push-options.ts'

/**
 * Let the slices act on the options of a push. The refs have moved by then, so that a failure is only reported.
 *
 * @returns sentences for the pusher
 */
export async function runPushOptions(ctx: Context, push: PushWithOptions): Promise<readonly string[]> {
  const sentences: string[] = []
  for (const { concerns, run } of ctx.services.plugs.pushOptions ?? []) {
    if (!concerns(push.options)) continue
    try {
      sentences.push(...(await run(ctx, push)))
    } catch (error) {
      if (error instanceof NamedError) sentences.push(error.message)
      else {
        ctx.services.log.error({ err: error }, 'the options of a push failed')
        sentences.push('The refs were updated, but the push options failed. Try again on the web')
      }
    }
  }
  return sentences
}
