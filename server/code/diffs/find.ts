import { setImmediate } from 'node:timers/promises'
import { lineCode, readHunks } from '#contract/code/diffs/diff-lines.ts'
import type { DiffMatches } from '#contract/code/diffs/diffs.ts'
import { filesOf } from './decoded-files.ts'
import { changeId, type DiffSource, fileHash, pathOf } from './diff-source.ts'
import { maxFilePatchBytes, patchesOf } from './patches.ts'

/** A reply ends with this many matches, or after `maxMs`. */
const maxMatches = 200
const maxMatchesOfFile = 1_000
const maxMs = 2_000
/** Files that one git process compares. */
const filesAtOnce = 40
/** Changed lines that are compared at once. */
const linesAtOnce = 20_000
const excerptBefore = 40
const maxExcerpt = 200

/**
 * Lines of a diff that contain a text, in either case: those that changed and the unchanged ones around them, also in files that start
 * collapsed.
 *
 * @param start  index of the first file to look into
 */
export async function findInDiff(source: DiffSource, text: string, start: number): Promise<DiffMatches> {
  const { files } = await filesOf(source)
  const wanted = text.toLowerCase()
  const found: DiffMatches['files'][number][] = []
  const end = performance.now() + maxMs
  const nextOf = (index: number) => (index < files.length ? index : null)
  let count = 0
  let at = start
  while (at < files.length) {
    const part = []
    let lines = 0
    for (const file of files.slice(at, at + filesAtOnce)) {
      if (part.length > 0 && lines + file.additions + file.deletions > linesAtOnce) break
      part.push(file)
      lines += file.additions + file.deletions
    }
    const readable = part.filter(file => !file.binary)
    const patches = await patchesOf(source, readable, maxFilePatchBytes)
    for (const [index, file] of readable.entries()) {
      const patch = patches[index]?.text ?? ''
      if (!patch.toLowerCase().includes(wanted)) continue
      // Reading a long patch takes a while.
      await setImmediate()
      const matches = matchesIn(fileHash(pathOf(file)), patch, wanted)
      if (matches.length > 0)
        found.push({ id: changeId(file), lines: matches, isCut: matches.length === maxMatchesOfFile })
      count += matches.length
      if (count >= maxMatches) return { files: found, next: nextOf(at + part.indexOf(file) + 1) }
    }
    at += part.length
    if (performance.now() > end) break
  }
  return { files: found, next: nextOf(at) }
}

function matchesIn(hash: string, patch: string, wanted: string): DiffMatches['files'][number]['lines'] {
  const matches: DiffMatches['files'][number]['lines'] = []
  for (const hunk of readHunks(patch)) {
    for (const line of hunk.lines) {
      const place = line.text.toLowerCase().indexOf(wanted)
      if (place < 0) continue
      const from = Math.max(0, place - excerptBefore)
      matches.push({
        lineCode: lineCode(hash, line),
        oldLine: line.kind === 'added' ? null : line.oldPos,
        newLine: line.kind === 'removed' ? null : line.newPos,
        text: line.text.slice(from, from + maxExcerpt).trimStart(),
      })
      if (matches.length === maxMatchesOfFile) return matches
    }
  }
  return matches
}
