import '../text/unwanted.css'
import { markUnwanted } from '../text/mark-unwanted.ts'

/** Mark the hidden and misleading characters of code in rendered Markdown. */
export function markCode(code: Element): void {
  const marked = markUnwanted(code.textContent ?? '', code.innerHTML)
  // The server has escaped the code, and the marks add nothing of it.
  if (marked !== undefined && marked !== code.innerHTML) code.innerHTML = marked
}
