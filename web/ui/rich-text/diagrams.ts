import library from '@mermaid-js/tiny/dist/mermaid.tiny.js?url'
import { observeNear } from '#web/ui/near.ts'
import { copyButton } from './copy-button.ts'
import './diagrams.css'
import { codeMessages, diagramMessages } from './messages.ts'

/**
 * The limits of diagrams: beyond `length`, and after the first ones of a text, a diagram is drawn when the reader asks
 * for it. Some browsers freeze meanwhile, for seconds over 5,000 characters: `together` limits those of a text.
 */
const limits = {
  length: 5_000,
  together: 8_000,
  longest: 50_000,
  perText: 10,
  waitMs: 20_000,
  heightPx: 5_000,
} as const

/** The distance from the window within which diagrams are drawn ahead. */
const marginPx = 600

/** Less is as readable as the whole. */
const readableShare = 0.85

/** Full heights by source: a text that changes elsewhere keeps the room of its diagrams. Null where it is the room of them all. */
const heights = new Map<string, number | null>()
const mostHeights = 200

/** The address of the page that draws in the frame. */
const frameAddress = '/-/diagram'

/** Draw the diagrams of a text, each in a frame that can do nothing else. One that cannot be drawn keeps its source, with the reason. */
export function drawDiagrams(text: Element): void {
  let together = 0
  for (const [index, source] of text.querySelectorAll<HTMLElement>('pre.mermaid').entries()) {
    const { length } = source.textContent ?? ''
    if (length <= limits.length) together += length
    if (source.dataset.drawn !== undefined) continue
    source.dataset.drawn = ''
    const diagram = diagramOf(source)
    if (length > limits.longest) diagram.fail(diagramMessages.tooLong(limits.longest))
    else if (length > limits.length) diagram.offer(diagramMessages.long)
    else if (index >= limits.perText) diagram.offer(diagramMessages.many(limits.perText))
    else if (together > limits.together) diagram.offer(diagramMessages.longTogether)
    else if (heights.has(source.textContent ?? '')) diagram.draw()
    else {
      const stop = observeNear(source, marginPx, isNear => {
        if (!isNear) return
        stop()
        diagram.draw()
      })
    }
  }
}

interface Diagram {
  readonly draw: () => void
  readonly offer: (reason: string) => void
  readonly fail: (reason: string) => void
}

/** A diagram in place of its source, which stays beside it and is shown until the diagram is drawn. */
function diagramOf(source: HTMLElement): Diagram {
  const text = source.textContent ?? ''
  const figure = element('figure', 'diagram')
  const note = element('p', 'diagram-note')
  const bar = element('div', 'diagram-bar')
  source.replaceWith(figure)
  figure.append(source, bar)
  bar.append(sourceToggle(figure), ...copyButton(codeMessages.copySource, () => text))

  const fullSize = element('button', 'text-tool')
  fullSize.type = 'button'
  fullSize.textContent = diagramMessages.fullSize
  const say = (...words: (string | HTMLElement)[]) => {
    note.replaceChildren(...words)
    figure.prepend(note)
  }
  const fail = (reason: string) => {
    figure.dataset.state = 'failed'
    say(diagramMessages.failed(reason))
  }
  const draw = () => {
    note.remove()
    const known = heights.get(text)
    figure.dataset.state = known === undefined ? 'drawing' : 'drawn'
    const resize = (heightPx: number | null) => {
      if (heights.size >= mostHeights) heights.clear()
      heights.set(text, heightPx)
      figure.style.blockSize = heightPx === null ? '' : `${heightPx + bar.offsetHeight}px`
    }
    if (known !== undefined) resize(known)
    const onHeight = (heightPx: number) => {
      figure.dataset.state = 'drawn'
      const isFull = heights.get(text) != null
      // Content on the screen stays in place, until the reader asks for more.
      if (isFull || figure.getBoundingClientRect().top > innerHeight) return resize(heightPx)
      resize(null)
      const isSmall = frame.offsetHeight < heightPx * readableShare
      if (!isSmall) fullSize.remove()
      else if (!fullSize.isConnected) bar.prepend(fullSize)
      fullSize.onclick = () => {
        fullSize.remove()
        resize(heightPx)
      }
    }
    const frame = frameOf(text, { onHeight, onFailure: fail })
    figure.prepend(frame)
  }
  const offer = (reason: string) => {
    const button = element('button', 'text-tool')
    button.type = 'button'
    button.textContent = diagramMessages.show
    button.addEventListener('click', draw)
    say(`${reason} `, button)
  }
  return { draw, offer, fail }
}

function sourceToggle(figure: HTMLElement): HTMLButtonElement {
  const button = element('button', 'text-tool')
  button.type = 'button'
  button.textContent = diagramMessages.showSource
  button.setAttribute('aria-pressed', 'false')
  button.addEventListener('click', () => {
    const isShown = figure.toggleAttribute('data-source-shown')
    button.setAttribute('aria-pressed', String(isShown))
  })
  return button
}

interface FrameEvents {
  readonly onHeight: (heightPx: number) => void
  readonly onFailure: (reason: string) => void
}

/**
 * The frame of a diagram. It may run scripts and has no origin: its messages are read as a height or a reason, and
 * nothing else.
 */
function frameOf(source: string, { onHeight, onFailure }: FrameEvents): HTMLIFrameElement {
  const frame = element('iframe', 'diagram-frame')
  frame.title = diagramMessages.title
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.src = frameAddress
  const stop = new AbortController()
  const options = { signal: stop.signal }
  const end = (reason: string) => {
    clearTimeout(timer)
    stop.abort()
    frame.remove()
    onFailure(reason)
  }
  const timer = setTimeout(() => end(diagramMessages.tooSlow), limits.waitMs)
  // The frame's origin is opaque, so that the message can name none; only this site may fill the frame.
  const ask = () => frame.contentWindow?.postMessage({ source, library, isDark: isDark() }, '*')
  frame.addEventListener('load', ask)
  window.addEventListener(
    'message',
    (event: MessageEvent<unknown>) => {
      // A text that was rendered anew took the frame along.
      if (!frame.isConnected) return stop.abort()
      if (event.source !== frame.contentWindow) return
      const { heightPx, problem } = readAnswer(event.data)
      if (problem !== null) end(problem)
      else if (heightPx !== null) {
        clearTimeout(timer)
        onHeight(heightPx)
      }
    },
    options,
  )
  watchTheme(ask, stop.signal)
  return frame
}

/** @returns what a frame told: a height within bounds, or the first line of a problem */
function readAnswer(answer: unknown): { readonly heightPx: number | null; readonly problem: string | null } {
  const { heightPx, problem } = Object(answer) as { readonly heightPx?: unknown; readonly problem?: unknown }
  if (typeof problem === 'string') return { heightPx: null, problem: problem.split('\n', 1)[0]?.slice(0, 200) ?? '' }
  if (typeof heightPx !== 'number' || !(heightPx > 0)) return { heightPx: null, problem: null }
  return { heightPx: Math.min(Math.ceil(heightPx), limits.heightPx), problem: null }
}

const isDark = (): boolean => {
  const scheme = getComputedStyle(document.documentElement).colorScheme
  return scheme === 'dark' || (scheme.includes('dark') && systemIsDark.matches)
}

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

function watchTheme(changed: () => void, signal: AbortSignal): void {
  systemIsDark.addEventListener('change', changed, { signal })
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  signal.addEventListener('abort', () => observer.disconnect())
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = className
  return made
}
