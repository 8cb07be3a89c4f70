import { Invalid } from '#server/errors.ts'
import { type Oid, oid } from '../objects.ts'
import { gitStream } from '../run.ts'

type GrepHit = {
  readonly path: string
  /** 1-based, of the first line of `text`. */
  readonly startLine: number
  /** Neighbouring lines that hold the text, each with its newline. */
  readonly text: string
}

const longestLine = 500

/**
 * Lines of a commit's text files that hold a text, taken literally, in either case; in the order of the paths.
 *
 * @param limit  most hits; the search ends there
 * @throws Unavailable  it took longer than ten seconds
 */
export async function grep(
  repo: string,
  commitId: Oid,
  text: string,
  { limit, signal }: { readonly limit: number; readonly signal?: AbortSignal },
): Promise<readonly GrepHit[]> {
  if (text.length > 1_024 || /[\0\n]/.test(text)) throw new Invalid('The search is invalid')
  const args = ['grep', '-z', '-n', '-I', '-i', '-F', '--threads=1', '-e', text, oid(commitId), '--']
  const stream = await gitStream(repo, args, {
    timeoutMs: 10_000,
    accept: [1],
    ...(signal === undefined ? {} : { signal }),
  })
  const hits: { path: string; startLine: number; lastLine: number; text: string }[] = []
  let rest = ''
  stream.setEncoding('utf8')
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [named = '', number = '', content] = line.split('\0', 3)
      if (content === undefined) continue
      const path = named.slice(commitId.length + 1)
      const at = Number(number)
      const shown = `${content.slice(0, longestLine)}\n`
      const last = hits.at(-1)
      if (last?.path === path && last.lastLine + 1 === at) {
        last.text += shown
        last.lastLine = at
      } else if (hits.length === limit) return hits.map(shownHit)
      else hits.push({ path, startLine: at, lastLine: at, text: shown })
    }
  }
  return hits.map(shownHit)
}

const shownHit = ({ path, startLine, text }: GrepHit): GrepHit => ({ path, startLine, text })
