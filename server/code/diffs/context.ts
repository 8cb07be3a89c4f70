import { type ContextLines, maxContextLines } from '#contract/code/diffs/diffs.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { readFile } from '#server/platform/git/files/blob.ts'
import { encodingOf, fileText } from '#server/platform/git/files/file-text.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { messages } from './messages.ts'
import { countLines } from './patches.ts'

interface ContextRange {
  readonly path: string
  /** Line numbers of both ends, from 1; absent: from the first line, to the last one. */
  readonly first?: number | undefined
  readonly last?: number | undefined
}

/**
 * Lines of a file in one version.
 *
 * @returns at most `maxContextLines`, from the first on
 * @throws NotFound  there is no such file
 * @throws Invalid  the file is no text
 * @throws TooLarge  the file is larger than 20 MiB
 */
export async function contextLines(dir: string, commitId: Oid, range: ContextRange): Promise<ContextLines> {
  const file = await readFile(dir, commitId, range.path)
  if (file === null) throw new NotFound('File')
  const encoding = encodingOf(file.content)
  if (encoding === null) throw new Invalid(messages.noText)
  const content = encoding === 'utf-8' ? file.content : Buffer.from(fileText(file.content)?.text ?? '')
  const lineCount = countLines(content)
  const first = range.first ?? 1
  const last = Math.min(range.last ?? lineCount, lineCount, first + maxContextLines - 1)
  return { first, lines: last < first ? [] : linesAt(content, first, last), lineCount }
}

/** Only the wanted lines become text. */
function linesAt(content: Buffer, first: number, last: number): string[] {
  let start = 0
  for (let line = 1; line < first; line++) start = content.indexOf(10, start) + 1
  let end = start
  for (let line = first; line <= last; line++) {
    const next = content.indexOf(10, end)
    end = next < 0 ? content.length + 1 : next + 1
  }
  return content.toString('utf8', start, end - 1).split('\n')
}
