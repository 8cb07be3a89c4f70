// A hook of git runs this in the quarantine of a push, where its commits can be read: `node judge-push.ts <ref> <before> <after>`.
// It exits with 1 and tells the reason if the update changes files whose code owners have to approve, or takes too long to judge.
import { execFileSync } from 'node:child_process'
import { Unavailable } from '#server/errors.ts'
import { messages } from './messages.ts'
import { requiredPaths } from './owned-by.ts'
import { decodeCodeOwners } from './parse.ts'
import { codeOwnersPaths } from './paths.ts'

const [ref = '', before = '', after = ''] = process.argv.slice(2)
const maxBuffer = 256 * 1024 * 1024
const git = (...args: readonly string[]): Buffer =>
  execFileSync('git', args, { maxBuffer, stdio: ['ignore', 'pipe', 'inherit'] })

const listed = git('ls-tree', '-z', before, '--', ...codeOwnersPaths)
  .toString('utf8')
  .split('\0')
const found = codeOwnersPaths.flatMap(path => {
  const line = listed.find(each => each.endsWith(`\t${path}`))
  const [, type, id] = line?.slice(0, line.indexOf('\t')).split(' ') ?? []
  return type === 'blob' && id !== undefined ? [id] : []
})[0]
if (found !== undefined) {
  const file = await decodeCodeOwners(git('cat-file', 'blob', found))
  const changed = git('diff-tree', '-r', '--no-renames', '--name-only', '-z', before, after).toString('utf8')
  const refusal = await requiredPaths(file, changed.split('\0').slice(0, -1)).then(
    owned => (owned.length === 0 ? null : messages.ownedFiles(owned, ref.replace(/^refs\/heads\//, ''))),
    (error: unknown) => {
      if (!(error instanceof Unavailable)) throw error
      return error.message
    },
  )
  if (refusal !== null) {
    process.stderr.write(`${refusal}\n`)
    process.exitCode = 1
  }
}
