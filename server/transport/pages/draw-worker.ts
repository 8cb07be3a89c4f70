import { parentPort, workerData } from 'node:worker_threads'

export interface DrawQuestion {
  readonly id: number
  /** Path and query of the page. */
  readonly address: string
  /** What the document embeds, as JSON. */
  readonly page: string
}

export interface Drawing {
  /** What stands in the page's root element. */
  readonly markup: string
  /** Where the page is, as JSON: the browser begins with it. */
  readonly place: string
}

export type DrawAnswer =
  | { readonly id: number; readonly ok: true; readonly drawing: Drawing | null }
  | { readonly id: number; readonly ok: false; readonly error: string }

type Draw = (address: string, page: string) => Promise<Drawing | null>

// `web/draw.tsx`, as the build has made it.
const { draw } = (await import(workerData)) as { readonly draw: Draw }

// One after the other: the state of the modules is that of the page being drawn.
let last: Promise<unknown> = Promise.resolve()

parentPort?.on('message', (question: DrawQuestion) => {
  last = last.then(async () => parentPort?.postMessage(await answer(question)))
})

async function answer({ id, address, page }: DrawQuestion): Promise<DrawAnswer> {
  try {
    return { id, ok: true, drawing: await draw(address, page) }
  } catch (error) {
    return { id, ok: false, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
