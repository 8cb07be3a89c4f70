import './code-blocks.css'
import { copyButton } from './copy-button.ts'
import { codeMessages } from './messages.ts'

/** Code without its button yet. Formulas and diagrams are drawn, suggestions have buttons of their own. */
export const codeSelector = 'pre:not(.math, .mermaid, .language-suggestion, [data-copied])'

/** Put a button to copy it into the corner of each block of code. */
export function addCopyButtons(text: Element): void {
  for (const code of text.querySelectorAll<HTMLElement>(codeSelector)) {
    code.dataset.copied = ''
    const block = document.createElement('div')
    block.className = 'code-block'
    code.replaceWith(block)
    block.append(code, ...copyButton(codeMessages.copy, () => code.textContent ?? ''))
  }
}
