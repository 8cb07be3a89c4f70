import { markUnwanted } from '#contract/code/unwanted-characters.ts'
import '../text/unwanted.css'

/** Mark the hidden and misleading characters of code in rendered Markdown. */
export function markCode(code: Element): void {
  const marked = markUnwanted(code.textContent ?? '', code.innerHTML)
  // The server has escaped the code, and the marks add nothing of it.
  if (marked !== undefined && marked !== code.innerHTML) code.innerHTML = marked
}
