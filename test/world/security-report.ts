import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'

const folder = join(import.meta.dirname, '../golden/security-reports')

/** The text of a report in `test/golden/security-reports`. */
export const reportText = (name: 'semgrep.sarif' | 'gitlab-sast.json' | 'npm.cdx.json'): string =>
  readFileSync(join(folder, name), 'utf8')

/** The file of a request with a report, as the door stores it; it goes with the test. */
export async function reportFile(content: string | object): Promise<TemporaryFile> {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const dir = await mkdtemp(join(tmpdir(), 'weft-report-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const path = join(dir, 'body')
  await writeFile(path, text)
  return new TemporaryFile('body', 'application/json', path, Buffer.byteLength(text))
}
