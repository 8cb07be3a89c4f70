import type { Readable, Writable } from 'node:stream'
import { TooLarge } from '#server/errors.ts'

/**
 * Pour a request into a process. When the process stops listening, the rest is read and thrown away, so that the client
 * finishes sending and sees why.
 *
 * @throws TooLarge  more than `maxBytes` came; whatever the source fails with, when it breaks off. The sink is ended either way
 */
export async function pump(source: Readable, sink: Writable, maxBytes: number): Promise<void> {
  let size = 0
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new TooLarge()
      if (sink.writable && !sink.write(chunk)) await drained(sink)
    }
  } finally {
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
