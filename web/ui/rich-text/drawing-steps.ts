/** Work for moments in which the browser has nothing else to do, by the element that it draws. */
const waiting = new Map<Element, () => void>()
let isAsked = false

/** A step ends when so little time is left, or when it took so long without an idle moment. */
const leastMs = 2
const longestStepMs = 8
const idleTimeoutMs = 200

/** Draw an element in an idle moment, if it is still on the page. */
export function drawInSteps(element: Element, draw: () => void): void {
  waiting.set(element, draw)
  ask()
}

function ask(): void {
  if (isAsked || waiting.size === 0) return
  isAsked = true
  // Safari has no such callback.
  if (typeof requestIdleCallback === 'undefined') setTimeout(step, 16)
  else requestIdleCallback(step, { timeout: idleTimeoutMs })
}

function step(deadline?: IdleDeadline): void {
  isAsked = false
  const end = performance.now() + longestStepMs
  const isTimeLeft = () =>
    deadline === undefined || deadline.didTimeout ? performance.now() < end : deadline.timeRemaining() > leastMs
  for (const [element, draw] of waiting) {
    waiting.delete(element)
    if (element.isConnected) draw()
    if (!isTimeLeft()) break
  }
  ask()
}
