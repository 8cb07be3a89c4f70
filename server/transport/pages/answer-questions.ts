import { parentPort } from 'node:worker_threads'
import { type ThreadAnswer, type ThreadQuestion, threadIsReady } from './answering-thread.ts'

/** Answer questions in a thread one after the other, since the state of its modules is that of the current one. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  let last: Promise<unknown> = Promise.resolve()
  parentPort?.on('message', ({ id, question }: ThreadQuestion<Question>) => {
    last = last.then(async () => parentPort?.postMessage(await told(id, question)))
  })

  parentPort?.postMessage(threadIsReady)

  async function told(id: number, question: Question): Promise<ThreadAnswer<Answer>> {
    try {
      return { id, ok: true, answer: await answer(question) }
    } catch (error) {
      return { id, ok: false, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
}
