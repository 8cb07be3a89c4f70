// A git hook runs this in the quarantine of a push, where its commits can be read. The input has a line `<before> <after> <ref>` for each
// update of a branch that requires the approval of code owners. It prints the refs, a line each, whose updates change files that their
// owners have to approve, and the reasons on stderr; all refs, if judging the push would take too long.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { codeOwnersLimits } from '#contract/code/code-owners.ts'
import { Unavailable } from '#server/errors.ts'
import { shortRefName } from '#server/platform/git/refs/full-name.ts'
import { messages } from './messages.ts'
import { requiredPaths } from './owned-by.ts'
import { decodeCodeOwners } from './parse.ts'
import { codeOwnersPaths } from './paths.ts'

const maxBuffer = 256 * 1024 * 1024
const git = (args: readonly string[], input = ''): Buffer => execFileSync('git', args, { maxBuffer, input })

const updates = readFileSync(0, 'utf8')
  .split('\n')
  .filter(line => line !== '')
  .map(line => {
    const [, before = '', after = '', ref = ''] = /^(\S+) (\S+) (.*)$/.exec(line) ?? []
    return { before, after, ref }
  })
type RefUpdate = (typeof updates)[number]

/** The updates by the blob of the CODEOWNERS file that decides about them: the one on the branch before the push. */
function updatesByFile(): ReadonlyMap<string, readonly RefUpdate[]> {
  const names = updates.flatMap(({ before }) => codeOwnersPaths.map(path => `${before}:${path}\n`))
  const lines = git(['cat-file', '--batch-check'], names.join('')).toString('utf8').split('\n')
  const found = new Map<string, RefUpdate[]>()
  for (const [index, update] of updates.entries()) {
    const own = lines.slice(index * codeOwnersPaths.length, (index + 1) * codeOwnersPaths.length)
    const [id] = own.flatMap(line => /^(\S+) blob \d+$/.exec(line)?.[1] ?? [])
    if (id !== undefined) found.set(id, [...(found.get(id) ?? []), update])
  }
  return found
}

/** The start of a blob: up to the size limit of the file, and one more byte if it is longer. */
const headOf = (id: string): Buffer =>
  spawnSync('git', ['cat-file', 'blob', id], { maxBuffer: codeOwnersLimits.bytes + 1 }).stdout

const changedBy = ({ before, after }: RefUpdate): readonly string[] =>
  git(['diff-tree', '-r', '--no-renames', '--name-only', '-z', before, after]).toString('utf8').split('\0').slice(0, -1)

/** Reasons by ref. @throws Unavailable  judging them would take too long */
async function refusals(): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>()
  for (const [id, judged] of updatesByFile()) {
    const changes = judged.map(update => ({ ref: update.ref, paths: changedBy(update) }))
    const file = await decodeCodeOwners(headOf(id))
    const owned = new Set(await requiredPaths(file, [...new Set(changes.flatMap(({ paths }) => paths))]))
    for (const { ref, paths } of changes) {
      const own = paths.filter(path => owned.has(path))
      if (own.length > 0) refused.set(ref, messages.ownedFiles(own, shortRefName(ref)))
    }
  }
  return refused
}

const refused = await refusals().catch((error: unknown) => {
  if (!(error instanceof Unavailable)) throw error
  return new Map(updates.map(({ ref }) => [ref, error.message]))
})
for (const reason of new Set(refused.values())) process.stderr.write(`${reason}\n`)
for (const ref of refused.keys()) process.stdout.write(`${ref}\n`)
