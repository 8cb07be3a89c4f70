import { spawnSync } from 'node:child_process'
import { command, repository } from './command.ts'
import { runProgram } from './run.ts'
import { lint, runLanes, type Step, types } from './steps.ts'

const tests: Step = {
  name: 'tests',
  advice: 'rerun one file with: npx vitest run <path>',
  run: async log => {
    const slices = slicesTouched()
    log(['test/rules', ...slices].join(' '))
    return (await runProgram('vitest/vitest.mjs', ['run', '--passWithNoTests', 'test/rules', ...slices], log)) === 0
  },
}

await command(async () => {
  const failed = await runLanes([[lint, types], [tests]])
  console.log(failed.length === 0 ? '\nAll checks passed' : `\nFailed: ${failed.join(', ')}`)
  if (failed.length > 0) process.exitCode = 1
})

/** The folders of the slices that changed, and of those that import what changed in the contract. */
function slicesTouched(): readonly string[] {
  const files = changedFiles().filter(file => /\.tsx?$/.test(file))
  const importers = files
    .filter(file => file.startsWith('contract/'))
    .flatMap(file => lines('grep', '-l', '--fixed-strings', `'#${file}'`, '--', 'server', 'web'))
  const folders = [...files, ...importers].flatMap(file => /^(?:server|web)\/[^/]+\/[^/]+\/|^tools\//.exec(file) ?? [])
  return [...new Set(folders)].sort()
}

/** The uncommitted files; in a clean checkout, those of the last commit. */
function changedFiles(): readonly string[] {
  const uncommitted = lines('status', '--porcelain', '--untracked-files=all').map(line => line.slice(3))
  return uncommitted.length > 0 ? uncommitted : lines('diff', '--name-only', 'HEAD~1', 'HEAD')
}

function lines(...args: readonly string[]): readonly string[] {
  const { stdout } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' })
  return stdout.split('\n').filter(line => line !== '')
}
