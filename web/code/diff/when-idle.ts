import { idleTimeoutMs } from '../lines/steps.ts'

const waiting = new Set<() => void>()
let isScheduled = false

/**
 * Run a function while the browser is idle. Several run one at a time, in their order.
 *
 * @returns a function that cancels it
 */
export function whenIdle(run: () => void): () => void {
  waiting.add(run)
  schedule()
  return () => waiting.delete(run)
}

function schedule(): void {
  if (isScheduled || waiting.size === 0) return
  isScheduled = true
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') setTimeout(runNext, 16)
  else requestIdleCallback(runNext, { timeout: idleTimeoutMs })
}

function runNext(): void {
  isScheduled = false
  const [next] = waiting
  if (next !== undefined) {
    waiting.delete(next)
    next()
  }
  schedule()
}

const near = new Map<Element, () => void>()
let isFrameAsked = false

/**
 * Run a function that renders an element near the window. Several run one a frame, so that scrolling stays smooth, that of
 * the element nearest to the middle of the window first.
 *
 * @returns a function that cancels it
 */
export function inFrame(element: Element, run: () => void): () => void {
  near.set(element, run)
  askForFrame()
  return () => {
    if (near.get(element) === run) near.delete(element)
  }
}

function askForFrame(): void {
  if (isFrameAsked || near.size === 0) return
  isFrameAsked = true
  // After the paint, where the browser knows the place of each element.
  requestAnimationFrame(() => setTimeout(runNearest))
}

function runNearest(): void {
  isFrameAsked = false
  const element = nearest([...near.keys()])
  if (element !== undefined) {
    const run = near.get(element)
    near.delete(element)
    run?.()
  }
  askForFrame()
}

function nearest(elements: readonly Element[]): Element | undefined {
  // Measuring forces the layout of the file that was just rendered, ahead of its own frame. A single element needs no measuring.
  if (elements.length <= 1) return elements[0]
  return elements
    .map(element => {
      const { top, bottom } = element.getBoundingClientRect()
      return { element, px: Math.abs((top + bottom) / 2 - innerHeight / 2) }
    })
    .reduce((best, other) => (other.px < best.px ? other : best)).element
}
