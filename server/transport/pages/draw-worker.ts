import { workerData } from 'node:worker_threads'
import { answerQuestions } from './answer-questions.ts'

export interface DrawQuestion {
  /** Path and query of the page. */
  readonly address: string
  /** The data that the document embeds, as JSON. */
  readonly page: string
}

export interface Drawing {
  /** The contents of the page's root element. */
  readonly markup: string
  /** The location of the page, as JSON: the browser begins with it. */
  readonly place: string
  /** The page named another namespace than its data, so it was drawn twice. */
  readonly isAgain: boolean
}

type Draw = (address: string, page: string) => Promise<Drawing | null>

// `web/draw.tsx`, as the build has made it.
const { draw } = (await import(workerData)) as { readonly draw: Draw }

answerQuestions<DrawQuestion, Drawing | null>(({ address, page }) => draw(address, page))
