import { type Log, runProgram } from './run.ts'

/** One part of a check; `advice` completes the sentence about its failure. */
export interface Step {
  readonly name: string
  readonly advice: string
  /** @returns whether it passed */
  readonly run: (log: Log) => Promise<boolean>
}

/** Check the types. @param niceness  of the checker, as in `runProgram` */
export const typesAt = (niceness: number): Step => ({
  name: 'types',
  advice: 'fix the errors above, then rerun: npx tsc --noEmit -p .',
  run: async log => {
    // Several checkers each learn the types they share: four need 74 s of processor time and 2.7 GB, one 44 s and 1.6 GB.
    const args = ['--noEmit', '-p', '.', '--checkers', '1']
    return (await runProgram('typescript/bin/tsc', args, log, {}, niceness)) === 0
  },
})

export const types = typesAt(0)

export const lint: Step = {
  name: 'lint',
  advice: 'most errors can be fixed with: npx biome check --write',
  run: async log =>
    (await runProgram('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--diagnostic-level=warn'], log)) ===
    0,
}

/**
 * Run lanes concurrently, the steps of a lane sequentially, all of them. Each line of output begins with the name of
 * its step.
 *
 * @returns the names of the steps that failed
 */
export async function runLanes(lanes: readonly (readonly Step[])[]): Promise<readonly string[]> {
  const width = Math.max(...lanes.flat().map(step => step.name.length))
  const failed = await Promise.all(lanes.map(lane => runLane(lane, width)))
  return failed.flat()
}

async function runLane(steps: readonly Step[], width: number): Promise<readonly string[]> {
  const failed: string[] = []
  for (const { name, advice, run } of steps) {
    const log: Log = line => console.log(`${name.padEnd(width)} │ ${line}`)
    const startedMs = performance.now()
    const hasPassed = await run(log)
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    log(hasPassed ? `passed (${seconds} s)` : `failed (${seconds} s); ${advice}`)
    if (!hasPassed) failed.push(name)
  }
  return failed
}
