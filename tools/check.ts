import { spawnSync } from 'node:child_process'
import { command, repository } from './command.ts'
import { runProgram } from './run.ts'
import { lint, runSteps, type Step, types } from './steps.ts'

const rules: Step = {
  name: 'house rules',
  advice: 'the test above says which; again with: npx vitest run test/rules',
  run: async () => (await runProgram('vitest/vitest.mjs', ['run', '--passWithNoTests', 'test/rules'])) === 0,
}

const changed: Step = {
  name: 'tests of what changed',
  advice: 'again, and on each change, with: npx vitest --changed',
  run: async () => (await runProgram('vitest/vitest.mjs', ['run', '--passWithNoTests', ...sinceWhen()])) === 0,
}

await command(async () => {
  const failed = await runSteps([types, lint, rules, changed])
  console.log(failed.length === 0 ? '\nAll fine' : `\nFailed: ${failed.join(', ')}`)
  if (failed.length > 0) process.exitCode = 1
})

/** What is not committed; in a clean checkout, the last commit. */
function sinceWhen(): readonly string[] {
  const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: repository, encoding: 'utf8' })
  const isClean = git('status', '--porcelain').stdout.trim() === ''
  const hasParent = git('rev-parse', '--verify', '--quiet', 'HEAD~1').status === 0
  return isClean && hasParent ? ['--changed', 'HEAD~1'] : ['--changed']
}
