import temml from 'temml'
import 'temml/dist/Temml-Local.css'
import { observeNear } from '#web/ui/near.ts'
import { drawInSteps } from './drawing-steps.ts'
import { boundedMacros } from './formula-macros.ts'
import './math.css'
import { mathMessages } from './messages.ts'

/** The limits of one formula and one text: a hostile one stays as it was typed. */
const limits = { formulaLength: 2_000, expanded: 3_000, formulas: 300, nodes: 3_000, depth: 60 } as const

/** The distance from the window within which formulas are drawn ahead. */
const marginPx = 800

/** Drawn formulas by style and source: a text that changes elsewhere shows them again at once. */
const drawn = new Map<string, Element>()
const mostDrawn = 500

/** Draw the formulas of a text as MathML in place of their sources. One that cannot be drawn keeps its source; its title says why. */
export function drawMath(text: Element): void {
  const formulas = text.querySelectorAll<HTMLElement>('[data-math-style]')
  for (const [index, element] of formulas.entries()) {
    if (element.dataset.drawn !== undefined) continue
    const source = element.textContent ?? ''
    if (index >= limits.formulas) refuse(element, mathMessages.tooMany(limits.formulas))
    else if (source.length > limits.formulaLength) refuse(element, mathMessages.tooLong(limits.formulaLength))
    else if (!showAgain(element, source)) {
      element.dataset.drawn = 'soon'
      const stop = observeNear(element, marginPx, isNear => {
        if (!isNear) return
        stop()
        drawInSteps(element, () => draw(element, source))
      })
    }
  }
}

function draw(element: HTMLElement, source: string): void {
  if (showAgain(element, source)) return
  try {
    const math = mathOf(source, isDisplay(element))
    if (drawn.size >= mostDrawn) drawn.clear()
    drawn.set(keyOf(element, source), math)
    show(element, math)
  } catch (error) {
    refuse(element, mathMessages.failed(reasonOf(error)))
  }
}

/** @throws Error  the source is no formula, or one of too many parts */
function mathOf(source: string, displayMode: boolean): Element {
  const holder = document.createElement('span')
  temml.render(source, holder, {
    displayMode,
    throwOnError: true,
    wrap: displayMode ? 'none' : 'tex',
    trust: false,
    strict: false,
    maxSize: [40, 40],
    maxExpand: 500,
    macros: boundedMacros(limits.expanded, mathMessages.tooLarge),
  })
  const math = holder.firstElementChild
  if (math === null) throw new Error(mathMessages.empty)
  if (math.querySelectorAll('*').length > limits.nodes || math.querySelector(tooDeep) !== null)
    throw new Error(mathMessages.tooComplex)
  return math
}

const tooDeep = Array.from({ length: limits.depth }, () => '*').join('>')

const isDisplay = ({ dataset }: HTMLElement): boolean => dataset.mathStyle === 'display'

const keyOf = (element: HTMLElement, source: string): string => `${element.dataset.mathStyle} ${source}`

function showAgain(element: HTMLElement, source: string): boolean {
  const known = drawn.get(keyOf(element, source))
  if (known === undefined) return false
  show(element, known)
  return true
}

function show(element: HTMLElement, math: Element): void {
  const place = isDisplay(element) ? (element.querySelector('code') ?? element) : element
  // The source is stored for copying and quoting.
  element.dataset.mathSource = place.textContent ?? ''
  place.replaceChildren(math.cloneNode(true))
  element.dataset.drawn = ''
}

function refuse(element: HTMLElement, reason: string): void {
  element.dataset.drawn = 'failed'
  element.title = reason
}

/** The library's message, without the source that it repeats. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || error instanceof RangeError) return mathMessages.tooComplex
  const [words = ''] = error.message.replace(/^ParseError:/, '').split(/ at (?:position|end of input)/)
  return words.trim()
}
