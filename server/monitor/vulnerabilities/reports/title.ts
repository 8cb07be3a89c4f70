import { vulnerabilityLimits } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { oneLine } from '#server/platform/text/one-line.ts'

/** The first sentence of the first text that is not empty. */
export function titleOf(...texts: readonly string[]): string {
  const text = texts.find(each => each.trim() !== '') ?? 'Vulnerability'
  const line = oneLine(text.slice(0, vulnerabilityLimits.title * 8))
  const [sentence = line] = line.length <= 100 ? [line] : line.split(/(?<=[^.\s]{2})\.\s/, 1)
  return sentence.slice(0, vulnerabilityLimits.title).toWellFormed().trim() || 'Vulnerability'
}
