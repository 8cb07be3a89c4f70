import type { Readable, Writable } from 'node:stream'
import { TooLarge, Unavailable } from '#server/errors.ts'

/** A sender who sends nothing for so long keeps others from the lane. */
const stalledMs = 60_000

/**
 * Pour a request into a process. When the process stops listening, the rest is read and thrown away, so that the client
 * finishes sending and sees why.
 *
 * @param mayGoOn  asked before each piece; once it says no, the process gets no more
 * @throws Unavailable  nothing came for a minute; TooLarge  more than `maxBytes` came; whatever the source fails with, when it breaks off. The sink is ended either way
 */
export async function pump(
  source: Readable,
  sink: Writable,
  maxBytes: number,
  mayGoOn?: () => Promise<boolean>,
): Promise<void> {
  let size = 0
  const wait = () => setTimeout(() => source.destroy(new Unavailable('The request stalled')), stalledMs)
  let stalled = wait()
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      clearTimeout(stalled)
      size += chunk.length
      if (size > maxBytes) throw new TooLarge()
      if (mayGoOn !== undefined && sink.writable && !(await mayGoOn())) sink.end()
      if (sink.writable && !sink.write(chunk)) await drained(sink)
      stalled = wait()
    }
  } finally {
    clearTimeout(stalled)
    sink.end()
  }
}

function drained(sink: Writable): Promise<void> {
  return new Promise(resolve => {
    const go = () => {
      sink.off('drain', go).off('close', go).off('error', go)
      resolve()
    }
    sink.once('drain', go).once('close', go).once('error', go)
    if (sink.destroyed) go()
  })
}
