import { segmentLimit } from '#contract/foundation/path-from-name.ts'
import type { FieldErrors } from '#server/errors.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { lineProblems, tooLong } from '#server/platform/text/problems.ts'
import { isReserved } from './reserved-paths.ts'

/** Groups in groups at most, the project included. */
export const depthLimit = 20

const pathRule =
  "can contain only letters, digits, '_', '-' and '.'. It must not start with '-', end in '.', or end in '.git' or '.atom'"
const nameRule =
  "can contain only letters, digits, emojis, '_', '.', '+', dashes, spaces or parentheses. It must start with a letter, digit, emoji or '_'"

// Joiners and variation selectors connect the parts of one emoji.
const nameShape =
  /^[\p{L}\p{N}\p{Extended_Pictographic}_](?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Pd}_.+() -]|\u200d|\ufe0f)*$/u

/** The faults of a path as the last segment of a full path; empty if it is valid. */
export function pathProblems(path: string, place: 'top' | 'inner'): readonly string[] {
  if (path.trim() === '') return ["can't be blank"]
  if (path.length > segmentLimit) return [tooLong(segmentLimit)]
  if (!/^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(path) || /(\.|\.git|\.atom)$/i.test(path)) return [pathRule]
  return isReserved(path, place) ? ['is a reserved name'] : []
}

export function nameProblems(name: string): readonly string[] {
  const problems = lineProblems(name, segmentLimit)
  if (problems.length > 0) return problems
  return nameShape.test(name) && oneLine(name) === name.trim() ? [] : [nameRule]
}

/** The fields that have problems, or null when none has. */
export function problemsOf(fields: FieldErrors): FieldErrors | null {
  const wrong = Object.entries(fields).filter(([, problems]) => problems.length > 0)
  return wrong.length === 0 ? null : Object.fromEntries(wrong)
}
