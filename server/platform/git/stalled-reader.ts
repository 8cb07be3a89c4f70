import type { Readable } from 'node:stream'
import { Unavailable } from '#server/errors.ts'

/** A reader who takes nothing for so long keeps memory, or a place in the lane, from others. */
const stalledMs = 120_000

/**
 * Destroy the stream when there is something to read, and nothing of it was taken from one look to the next.
 *
 * @param givenBytes  bytes pushed into the stream so far
 */
export function endStalledReader(stream: Readable, givenBytes: () => number): void {
  let takenBefore: number | null = null
  const looking = setInterval(() => {
    const taken = stream.readableLength > 0 ? givenBytes() - stream.readableLength : null
    if (taken !== null && taken === takenBefore)
      stream.destroy(new Unavailable('The client stopped reading the response'))
    takenBefore = taken
  }, stalledMs)
  stream.once('close', () => clearInterval(looking))
}
