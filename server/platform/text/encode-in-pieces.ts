import { setImmediate } from 'node:timers/promises'
import { RawJson } from './raw-json.ts'

/** Characters that are encoded without a pause of the event loop. */
const charsAtOnce = 512 * 1024

/** Encode a text of megabytes as a JSON string, in pieces: encoding all of it at once would hold the event loop. */
export async function encodeInPieces(text: string): Promise<RawJson> {
  const pieces: string[] = []
  for (let start = 0; start < text.length; start += charsAtOnce) {
    if (start > 0) await setImmediate()
    // A pair of surrogates that is divided comes as two escapes, which mean the pair.
    pieces.push(JSON.stringify(text.slice(start, start + charsAtOnce)).slice(1, -1))
  }
  return new RawJson(`"${pieces.join('')}"`)
}
