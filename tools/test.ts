import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { provideChromium } from './chromium.ts'
import { command, repository } from './command.ts'
import { type Log, runProgram } from './run.ts'
import { provideSlapd } from './slapd.ts'
import { lint, runLanes, type Step, typesAt } from './steps.ts'
import { keepTemporaryFilesInMemory } from './temporary-files.ts'

interface Count {
  readonly passed: number
  readonly failed: number
}

const results = join(repository, 'test-results')
const unitReport = join(results, 'unit.json')
const browserReport = join(results, 'browser.json')

/** All tests are run, and those that fail are tried again. */
const completeRun = { WEFT_COMPLETE_RUN: '1' }

/** A program that tests need, installed if it is missing. @param provide  returns a problem as a sentence, or null */
const provided = (name: string, advice: string, provide: (log: Log) => string | null): Step => ({
  name,
  advice,
  run: async log => {
    const problem = provide(log)
    if (problem) log(problem)
    return problem === null
  },
})

const slapd = provided('slapd', 'the tests of LDAP need it', provideSlapd)

const unit: Step = {
  name: 'units',
  advice: 'rerun one file with: npx vitest run <path>',
  run: async log => {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
    return (await runProgram('vitest/vitest.mjs', args, log, completeRun)) === 0
  },
}

const build: Step = {
  name: 'build',
  advice: 'rerun with: npx vite build',
  run: log => succeeds(() => buildWeb(log), log),
}

const chromium = provided('Chromium', 'browser tests need it', provideChromium)

const journeys: Step = {
  name: 'journeys',
  advice: 'screenshots and traces are in test-results/browser; rerun one file with: npx playwright test <path>',
  run: async log => (await runProgram('@playwright/test/cli.js', ['test'], log, completeRun)) === 0,
}

/** The journeys leave a core idle while their first server starts. At a lower priority the checker takes what they leave, and ends well before them. */
const types = typesAt(5)

await command(async () => {
  keepTemporaryFilesInMemory()
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  // The journeys take nearly all of the cores: beside them the units cost a tenth more processor time.
  const failedSteps = [
    // By itself: two installations at once would stop each other.
    ...(await runLanes([[slapd]])),
    ...(await runLanes([[unit], [build, chromium, lint]])),
    ...(await runLanes([[journeys], [types]])),
  ]
  const counts = [countUnits(), countJourneys()]
  const passed = sum(counts.map(count => count.passed))
  const failedTests = sum(counts.map(count => count.failed))
  // A step that fails without a failed test, as the types do, counts as one: 0 failed means that everything is well.
  const [units, browser] = counts.map(count => count.failed > 0)
  const explained = new Set([...(units ? [unit.name] : []), ...(browser ? [journeys.name] : [])])
  const failed = failedTests + failedSteps.filter(name => !explained.has(name)).length
  // Said once more at the end, which is what a record of a long run keeps.
  const outcomes = [...unitOutcomes(), ...journeyOutcomes()]
  for (const line of outcomes.map(told)) console.log(line)
  console.log(failedSteps.length === 0 ? '\nAll steps passed' : `\nFailed: ${failedSteps.join(', ')}`)
  if (passed === 0) console.log('No tests ran')
  const flaky = outcomes.filter(outcome => outcome.status === 'flaky').length
  const failedOnce =
    flaky === 0 ? '' : `, ${flaky} of them only when tried again (see "Flaky" above; each may be a bug)`
  console.log(`${passed} passed${failedOnce}, ${failed} failed`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
})

function countUnits(): Count {
  const report = readReport(unitReport)
  return { passed: numberAt(report, 'numPassedTests'), failed: numberAt(report, 'numFailedTests') }
}

function countJourneys(): Count {
  const stats = objectAt(readReport(browserReport), 'stats')
  return {
    passed: numberAt(stats, 'expected') + numberAt(stats, 'flaky'),
    failed: numberAt(stats, 'unexpected'),
  }
}

/** A test that failed, at least at first. */
interface TestOutcome {
  readonly status: 'failed' | 'flaky'
  readonly title: string
  readonly messages: readonly string[]
}

function told({ status, title, messages }: TestOutcome): string {
  return [`\n${status === 'flaky' ? 'Flaky' : 'Failed'}: ${title}`, ...messages.map(beginning)].join('\n')
}

function unitOutcomes(): readonly TestOutcome[] {
  return listAt(readReport(unitReport), 'testResults').flatMap(file =>
    listAt(file, 'assertionResults').flatMap(test => {
      const messages = listAt(test, 'failureMessages').map(String)
      const isFailed = textAt(test, 'status') === 'failed'
      // A passed test has messages if it failed at first.
      if (!isFailed && messages.length === 0) return []
      return { status: isFailed ? 'failed' : 'flaky', title: textAt(test, 'fullName'), messages } as const
    }),
  )
}

function journeyOutcomes(): readonly TestOutcome[] {
  return specsOf(readReport(browserReport)).flatMap(spec =>
    listAt(spec, 'tests').flatMap(test => {
      const status = textAt(test, 'status')
      if (status !== 'unexpected' && status !== 'flaky') return []
      return {
        status: status === 'flaky' ? status : 'failed',
        title: `${textAt(spec, 'file')}:${numberAt(spec, 'line')} ${textAt(spec, 'title')}`,
        messages: listAt(test, 'results')
          .flatMap(result => listAt(result, 'errors'))
          .map(error => textAt(error, 'message')),
      } as const
    }),
  )
}

function specsOf(suite: unknown): readonly unknown[] {
  return [...listAt(suite, 'specs'), ...listAt(suite, 'suites').flatMap(specsOf)]
}

function beginning(message: string): string {
  return message.split('\n').slice(0, 30).join('\n')
}

/** The report of a runner; an empty object if it did not get that far. */
function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

function objectAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(key) : undefined
}

function numberAt(value: unknown, key: string): number {
  const found = objectAt(value, key)
  return typeof found === 'number' ? found : 0
}

function textAt(value: unknown, key: string): string {
  const found = objectAt(value, key)
  return typeof found === 'string' ? found : ''
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const found = objectAt(value, key)
  return Array.isArray(found) ? found : []
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

async function succeeds(run: () => Promise<void>, log: Log): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    log(error instanceof Error ? error.message : String(error))
    return false
  }
}
