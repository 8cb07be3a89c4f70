import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { tooManyValues } from '#server/platform/text/many-values.ts'
import type { ParsedReport } from './parsed-report.ts'
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

export type ReportQuestion =
  | { readonly step: 'read'; readonly path: string }
  | { readonly step: 'finish'; readonly category: string; readonly facts: RepositoryFacts }

export type ReportAnswer =
  | { readonly step: 'wants'; readonly lines: WantedLines; readonly absolute: readonly string[] }
  | { readonly step: 'finished'; readonly report: FinishedReport }
  | { readonly step: 'fault'; readonly sentence: string }

/** More values than a report within the limits has. */
const mostValues = 2_000_000

let report: ParsedReport | null = null

parentPort?.on('message', (question: ReportQuestion) => {
  parentPort?.postMessage(answer(question))
})

function answer(question: ReportQuestion): ReportAnswer {
  try {
    if (question.step === 'read') {
      const bytes = readFileSync(question.path)
      if (tooManyValues(mostValues, bytes)) throw new ReportFault('The report has too many values')
      report = readReport(bytes.toString('utf8'))
      return { step: 'wants', lines: linesWanted(report), absolute: absoluteFiles(report) }
    }
    if (report === null) throw new Error('A report is finished before it is read')
    return { step: 'finished', report: finishReport(report, question.category, question.facts) }
  } catch (error) {
    if (error instanceof ReportFault) return { step: 'fault', sentence: error.message }
    throw error
  }
}
