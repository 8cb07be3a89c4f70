/// <reference lib="webworker" />
import hljs from 'highlight.js/lib/core'
import { languages } from './languages.ts'
import { htmlLines } from './lines.ts'

export interface HighlightWish {
  readonly id: number
  readonly language: string
  readonly text: string
}

export interface HighlightAnswer {
  readonly id: number
  /** HTML, a line each. Null: it could not be done, and the plain text does. */
  readonly lines: readonly string[] | null
}

declare const self: DedicatedWorkerGlobalScope

self.onmessage = async ({ data: { id, language, text } }: MessageEvent<HighlightWish>) => {
  const lines = await highlight(language, text).catch(() => null)
  self.postMessage({ id, lines } satisfies HighlightAnswer)
}

async function highlight(language: string, text: string): Promise<readonly string[] | null> {
  if (!(await learn(language))) return null
  return htmlLines(hljs.highlight(text, { language, ignoreIllegals: true }).value)
}

async function learn(language: string): Promise<boolean> {
  if (hljs.getLanguage(language) !== undefined) return true
  const part = languages[language]
  if (part === undefined) return false
  const [{ default: define }] = await Promise.all([part.load(), ...(part.holds ?? []).map(learn)])
  hljs.registerLanguage(language, define)
  return true
}
