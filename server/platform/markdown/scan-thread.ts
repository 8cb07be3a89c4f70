import { Worker } from 'node:worker_threads'
import type { RawScan } from './scan.ts'
import type { ScanReply, ScanRequest } from './scan-worker.ts'

// The first budget is for the machine's time (the thread's own CPU), the second for the wait on a busy machine.
const cpuBudgetMs = 100
// Long texts are not wrong by being long: this much more for each 100,000 characters.
const cpuPerHundredThousandMs = 120
// A new thread first compiles its code.
const coldMs = 200
const wallBudgetMs = 5_000
const idleMs = 30_000
const maxTemplate = 8_000_000
const checkMs = 25
// The watch ends a greedy thread well before V8 would: running out of heap in a thread can take the process with it.
const heapBudgetBytes = 320 * 1024 * 1024
const heapLimitMb = 1_536

interface Job {
  readonly request: ScanRequest
  readonly done: (scan: RawScan | null) => void
}

interface Thread {
  readonly worker: Worker
  ready: boolean
  isCold: boolean
  job: Job | null
  timer: NodeJS.Timeout | null
}

const waiting: Job[] = []
let thread: Thread | null = null
let idle: NodeJS.Timeout | null = null

/** The scan of a text in the worker thread; null when it broke its budget, its memory or itself. */
export function runInWorker(request: ScanRequest): Promise<RawScan | null> {
  return new Promise(resolve => {
    waiting.push({ request, done: resolve })
    next()
  })
}

function next(): void {
  if (waiting.length === 0) {
    rest()
    return
  }
  if (idle !== null) clearTimeout(idle)
  idle = null
  thread ??= start()
  if (!thread.ready || thread.job !== null) return
  const job = waiting.shift()
  if (job === undefined) return
  const running = thread
  running.job = job
  running.worker.ref()
  running.worker.postMessage(job.request)
  void watch(running, job)
}

function start(): Thread {
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapLimitMb, stackSizeMb: 4 },
  })
  const started: Thread = { worker, ready: false, isCold: true, job: null, timer: null }
  worker.on('message', (reply: ScanReply) => {
    if (reply.kind === 'ready') started.ready = true
    else finish(started, reply.kind === 'done' && reply.scan.template.length <= maxTemplate ? reply.scan : null)
    next()
  })
  worker.on('error', () => drop(started))
  worker.on('exit', () => drop(started))
  return started
}

/** Ends the thread when the job has used up its CPU time or its memory, and at the latest when it has been waited for too long. */
async function watch(running: Thread, job: Job): Promise<void> {
  const longerMs = (job.request.text.length / 100_000) * cpuPerHundredThousandMs
  const budgetMs = cpuBudgetMs + longerMs + (running.isCold ? coldMs : 0)
  running.isCold = false
  const startedAt = performance.now()
  const before = await usage(running.worker)
  const check = async (): Promise<void> => {
    const now = await usage(running.worker)
    if (running.job !== job) return
    const late = now.cpuMs - before.cpuMs >= budgetMs || performance.now() - startedAt >= wallBudgetMs
    if (late || now.heapBytes > heapBudgetBytes) drop(running)
    else running.timer = setTimeout(check, checkMs)
  }
  if (running.job === job) running.timer = setTimeout(check, checkMs)
}

async function usage(worker: Worker): Promise<{ readonly cpuMs: number; readonly heapBytes: number }> {
  try {
    const [cpu, heap] = await Promise.all([worker.cpuUsage(), worker.getHeapStatistics()])
    return { cpuMs: (cpu.user + cpu.system) / 1_000, heapBytes: heap.total_heap_size }
  } catch {
    // The thread has ended, and its end finishes the job.
    return { cpuMs: 0, heapBytes: 0 }
  }
}

function finish(running: Thread, scan: RawScan | null): void {
  if (running.timer !== null) clearTimeout(running.timer)
  running.timer = null
  const job = running.job
  running.job = null
  job?.done(scan)
}

function drop(running: Thread): void {
  finish(running, null)
  if (thread === running) {
    thread = null
    // A thread that never started would never do so: the texts stay as typed rather than wait.
    if (!running.ready) for (const job of waiting.splice(0)) job.done(null)
  }
  void running.worker.terminate()
  if (waiting.length > 0) next()
}

function rest(): void {
  if (thread === null || thread.job !== null) return
  const resting = thread
  resting.worker.unref()
  if (idle !== null) clearTimeout(idle)
  idle = setTimeout(() => {
    if (thread === resting && resting.job === null) {
      thread = null
      void resting.worker.terminate()
    }
  }, idleMs).unref()
}
