import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { UploadedFile } from '#contract/shapes.ts'
import { Malformed, TooLarge } from '#server/errors.ts'
import { lane } from '#server/platform/limits/lane.ts'
import {
  absoluteFiles,
  type FinishedReport,
  finishReport,
  linesWanted,
  type RepositoryFacts,
  readReport,
  type WantedLines,
} from './read-report.ts'
import { ReportFault } from './report-object.ts'
import type { ReportAnswer, ReportQuestion } from './report-worker.ts'

/** The size up to which a report is read here, which blocks the event loop for a few milliseconds. */
const inlineBytes = 128 * 1024
const threads = lane({ what: 'Security reports', atOnce: 1, waiting: 40, waitMs: 60_000 })
const heapLimitsMb = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }

/** Asks the commit of a report for lines, and for where some files with absolute paths are in it. */
export type AskRepository = (wanted: WantedLines, absolute: readonly string[]) => Promise<RepositoryFacts>

/**
 * Read a report from the disk; a large one in a thread.
 *
 * @param category  replaces that of the report, unless it is empty
 * @throws Malformed  with a sentence that names the place of the fault · @throws TooLarge
 */
export async function readReportFile(
  file: UploadedFile,
  category: string,
  askRepository: AskRepository,
): Promise<FinishedReport> {
  if (file.sizeBytes > inlineBytes) return readInThread(file, category, askRepository)
  try {
    const report = readReport(await readFile(file.path, 'utf8'))
    return finishReport(report, category, await askRepository(linesWanted(report), absoluteFiles(report)))
  } catch (error) {
    throw error instanceof ReportFault ? new Malformed(error.message, { cause: error }) : error
  }
}

async function readInThread(
  { path }: UploadedFile,
  category: string,
  askRepository: AskRepository,
): Promise<FinishedReport> {
  const leave = await threads.enter()
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), { resourceLimits: heapLimitsMb })
  const ask = async (question: ReportQuestion): Promise<ReportAnswer> => {
    const answered = once(worker, 'message')
    worker.postMessage(question)
    // The worker sends nothing else.
    const [answer] = (await answered.catch(refuseGreedy)) as [ReportAnswer]
    if (answer.step === 'fault') throw new Malformed(answer.sentence)
    return answer
  }
  try {
    const read = await ask({ step: 'read', path })
    if (read.step !== 'wants') throw new Error(`The thread of reports answered ${read.step}`)
    const facts = await askRepository(read.lines, read.absolute)
    const finished = await ask({ step: 'finish', category, facts })
    if (finished.step !== 'finished') throw new Error(`The thread of reports answered ${finished.step}`)
    return finished.report
  } finally {
    leave()
    void worker.terminate()
  }
}

function refuseGreedy(cause: unknown): never {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY')
    throw new TooLarge('The report is too large to read', { cause })
  throw cause
}
