import { runProgram } from './run.ts'

/** One part of a check; `advice` completes the sentence about its failure. */
export interface Step {
  readonly name: string
  readonly advice: string
  /** @returns whether it went well */
  readonly run: () => Promise<boolean>
}

export const types: Step = {
  name: 'types',
  advice: 'mend the lines above; again with: npx tsc --noEmit -p .',
  run: async () => (await runProgram('typescript/bin/tsc', ['--noEmit', '-p', '.'])) === 0,
}

export const lint: Step = {
  name: 'lint and format',
  advice: 'most of it mends itself with: npx biome check --write',
  run: async () =>
    (await runProgram('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--diagnostic-level=warn'])) === 0,
}

/** Run the steps one after another, all of them, and tell the names of those that failed. */
export async function runSteps(steps: readonly Step[]): Promise<readonly string[]> {
  const failed: string[] = []
  for (const step of steps) {
    console.log(`\n── ${step.name}`)
    const startedMs = performance.now()
    const isFine = await step.run()
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    console.log(isFine ? `${step.name}: fine (${seconds} s)` : `${step.name}: failed (${seconds} s); ${step.advice}`)
    if (!isFine) failed.push(step.name)
  }
  return failed
}
