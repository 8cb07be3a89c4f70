import type { CDPSession } from '@playwright/test'

/** An event of Chromium's tracing, with times in microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Processor time of the thread, which does not grow while others have the processor. */
  readonly tdur?: number
  readonly args?: {
    readonly name?: string
  }
}

/** Record what Chromium does meanwhile, in these categories. */
export async function traced(
  session: CDPSession,
  categories: readonly string[],
  run: () => Promise<void>,
): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]))
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [...categories] },
  })
  try {
    await run()
  } finally {
    const complete = new Promise<void>(resolve => session.once('Tracing.tracingComplete', () => resolve()))
    await session.send('Tracing.end')
    await complete
    session.off('Tracing.dataCollected', collect)
  }
  return events
}

/** The tasks of all threads with one of these names. */
export function tasksOf(events: readonly TraceEvent[], threads: RegExp): readonly TraceEvent[] {
  const named = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && threads.test(args?.name ?? '')).map(threadOf),
  )
  return events.filter(each => each.name === taskName && named.has(threadOf(each)))
}

export const mainThreads = /^CrRendererMain$/
const compositorThreads = /^Compositor$/
const taskName = 'ThreadControllerImpl::RunTask'
/** On whichever thread of the pool. */
const rasterTaskName = 'TaskGraphRunner::RunTask'
const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`

/** The categories that `readLoad` reads. */
export const loadCategories = ['toplevel', 'devtools.timeline', 'loading', 'blink.user_timing']

const kinds = ['parse', 'script', 'style', 'layout', 'paint', 'other'] as const
type Kind = (typeof kinds)[number]

/** Processor times of the threads of a page, in ms, while it loads. */
export interface Load {
  /** Of the main thread until the largest paint, by what took them. */
  readonly main: Readonly<Record<Kind, number>>
  readonly compositor: number
  readonly raster: number
  /** Of tasks of the main thread over 50 ms after the largest paint: of all together, and of the longest task. */
  readonly longTasks: number
  readonly longestTask: number
  /** Of the main thread from the largest paint to the end. */
  readonly mainAfter: number
  /** From the start of the navigation to the largest paint, as a clock on the wall shows it. */
  readonly paintMs: number
}

const longTask = 50

/** The mark that a page sets when it is at rest: a process that begins with the page may miss the event of its navigation. */
export const restMark = 'bench-rest'

/**
 * @param restMs  when the page set its mark, after the start of the navigation
 * @throws Error  the trace has no mark or no largest paint
 */
export function readLoad(events: readonly TraceEvent[], restMs: number): Load {
  const mark = events.findLast(({ name }) => name === restMark)
  const paint = events.findLast(({ name, pid }) => name === 'largestContentfulPaint::Candidate' && pid === mark?.pid)
  if (mark === undefined || paint === undefined)
    throw new Error(`The trace of ${events.length} events has no ${mark ? 'largest paint' : 'mark'}`)
  const startTs = mark.ts - restMs * 1_000
  const own = events.filter(({ pid, ts }) => pid === mark.pid && (ts >= startTs || ts === 0))
  const until = ({ ts, dur = 0, tdur = 0 }: TraceEvent) =>
    (tdur / 1_000) * (dur > 0 ? Math.min(1, Math.max(0, (paint.ts - ts) / dur)) : Number(ts < paint.ts))
  const tasks = tasksOf(own, mainThreads)
  const after = tasks.filter(({ ts, dur = 0 }) => ts + dur > paint.ts).map(({ tdur = 0 }) => tdur / 1_000)
  const long = after.filter(ms => ms > longTask)
  const mainThread = tasks[0]?.tid
  return {
    main: splitByKind(
      own.filter(({ tid }) => tid === mainThread),
      until,
    ),
    compositor: sum(tasksOf(own, compositorThreads).map(until)),
    raster: sum(own.filter(({ name }) => name === rasterTaskName).map(until)),
    longTasks: sum(long),
    longestTask: Math.max(0, ...after),
    mainAfter: sum(tasks.map(task => (task.tdur ?? 0) / 1_000 - until(task))),
    paintMs: (paint.ts - startTs) / 1_000,
  }
}

const kindsOfEvents: Readonly<Record<string, Kind>> = {
  ...named('parse', [
    ...['ParseHTML', 'DecodedDataDocumentParser::AppendBytes', 'HTMLDocumentParser::MaybeFetchQueuedPreloads'],
  ]),
  ...named('script', [
    ...['EvaluateScript', 'FunctionCall', 'RunMicrotasks', 'TimerFire', 'FireAnimationFrame', 'FireIdleCallback'],
    ...['EventDispatch', 'v8.compile', 'v8.compileModule', 'v8.evaluateModule', 'v8.run', 'MinorGC', 'MajorGC'],
    ...['V8.GCFinalizeMC', 'V8.GCScavenger', 'v8.produceCache', 'v8.deserializeCodeCache'],
  ]),
  ...named('style', ['UpdateLayoutTree', 'ParseAuthorStyleSheet', 'ScheduleStyleRecalculation']),
  ...named('layout', ['Layout', 'IntersectionObserverController::computeIntersections']),
  ...named('paint', ['PrePaint', 'Paint', 'Layerize', 'Commit', 'CompositeLayers', 'UpdateLayer']),
}

function named(kind: Kind, names: readonly string[]): Readonly<Record<string, Kind>> {
  return Object.fromEntries(names.map(name => [name, kind]))
}

/** An event without a kind of its own belongs to the event around it. @param time  the processor time of an event that counts */
function splitByKind(
  events: readonly TraceEvent[],
  time: (event: TraceEvent) => number,
): Readonly<Record<Kind, number>> {
  const times: Record<Kind, number> = { parse: 0, script: 0, style: 0, layout: 0, paint: 0, other: 0 }
  const open: { readonly end: number; readonly kind: Kind }[] = []
  const timed = events.filter(({ dur, tdur }) => dur !== undefined && tdur !== undefined)
  for (const event of timed.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= event.ts) open.pop()
    const around = open.at(-1)
    // Outside of tasks, events repeat what was reported of another thread or at another time.
    if (around === undefined && event.name !== taskName) continue
    const kind = kindsOfEvents[event.name] ?? around?.kind ?? 'other'
    times[kind] += time(event)
    if (around !== undefined) times[around.kind] -= time(event)
    open.push({ end: event.ts + (event.dur ?? 0), kind })
  }
  return times
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
