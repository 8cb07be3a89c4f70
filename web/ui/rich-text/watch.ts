import { patiently } from '#web/ui/patiently.ts'
import { addCopyButtons, codeSelector } from './code-blocks.ts'

/** Something in rendered markdown that a script draws. Its module is loaded when a text first has one. */
interface DrawnPart {
  readonly selector: string
  readonly load?: () => Promise<Draw>
  draw?: Draw
}

/** Draw those elements of a text that are not drawn yet. */
type Draw = (text: Element) => void

const uncheckedCode = 'code:not([data-checked])'

const parts: readonly DrawnPart[] = [
  { selector: codeSelector, draw: addCopyButtons },
  { selector: uncheckedCode, draw: checkCode },
  { selector: '[data-math-style]:not([data-drawn])', load: () => import('./math.ts').then(module => module.drawMath) },
  {
    selector: 'pre.mermaid:not([data-drawn])',
    load: () => import('./diagrams.ts').then(module => module.drawDiagrams),
  },
]

/**
 * Draw the parts that the server leaves to the browser, in all texts of the page and in new ones. The texts are not
 * React elements, and texts that it renders again are drawn before they are painted.
 *
 * @returns ends it
 */
export function watchTexts(): () => void {
  for (const text of document.querySelectorAll('.markdown')) drawParts(text)
  const observer = new MutationObserver(records => {
    const texts = new Set<Element>()
    for (const { target, addedNodes } of records) {
      if (addedNodes.length === 0 || !(target instanceof Element)) continue
      const text = target.closest('.markdown')
      if (text !== null) texts.add(text)
      else for (const node of addedNodes) if (node instanceof Element) addTexts(texts, node)
    }
    for (const text of texts) drawParts(text)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

function addTexts(texts: Set<Element>, added: Element): void {
  if (added.classList.contains('markdown')) texts.add(added)
  else for (const text of added.getElementsByClassName('markdown')) texts.add(text)
}

function drawParts(text: Element): void {
  for (const part of parts) {
    if (text.querySelector(part.selector) === null) continue
    if (part.draw !== undefined) part.draw(text)
    // If the part cannot be loaded, the sources stay readable.
    else if (part.load !== undefined)
      patiently(part.load).then(
        draw => {
          part.draw = draw
          draw(text)
        },
        () => undefined,
      )
  }
}

/** Code of plain characters, as nearly all is, has nothing to mark. */
function checkCode(text: Element): void {
  for (const code of text.querySelectorAll<HTMLElement>(uncheckedCode)) {
    code.dataset.checked = ''
    if (!/[^\t\n -~]/.test(code.textContent ?? '')) continue
    patiently(() => import('./unwanted.ts')).then(
      ({ markCode }) => markCode(code),
      () => undefined,
    )
  }
}
