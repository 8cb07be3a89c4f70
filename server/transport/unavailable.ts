import { isOutOfFiles, outOfFilesSentence } from '#server/platform/limits/open-files.ts'
import { awaySentence, isDatabaseAway } from '#server/platform/sql/away.ts'

/** The sentence for a failure that passes by itself; null for every other one. */
export function unavailableSentence(error: unknown): string | null {
  if (isDatabaseAway(error)) return awaySentence
  return isOutOfFiles(error) ? outOfFilesSentence : null
}
