/** A tick of an item of a task list. */
export interface TaskToggle {
  /** 1-based. */
  readonly index: number
  readonly checked: boolean
  /** 1-based, as `data-sourcepos-line` has it. */
  readonly lineNumber: number
  readonly lineSource: string
}

/** Rendered markdown whose task boxes can be ticked: those that stand for a line of the source. */
export function tasksEnabled(html: string): string {
  return html.replace(/<input type="checkbox"([^>]*class="task-list-item-checkbox"[^>]*)>/g, (_whole, rest: string) => {
    return `<input type="checkbox"${/data-inapplicable/.test(rest) ? rest : rest.replace(/ disabled(?:="[^"]*")?/, '')}>`
  })
}

const lineBreak = /\r\n|\n|\r/

/** The line of the source that an item stands for; null for what is no item of the text. */
export function lineOf(
  item: Element,
  source: string,
): { readonly lineNumber: number; readonly lineSource: string } | null {
  const lineNumber = Number(item.closest<HTMLElement>('[data-sourcepos-line]')?.dataset.sourceposLine ?? 0)
  const lineSource = source.split(lineBreak)[lineNumber - 1]
  return lineNumber < 1 || lineSource === undefined ? null : { lineNumber, lineSource }
}

/**
 * The request of a ticked box.
 *
 * @param source  the text that was rendered
 * @returns null for a box that is no task of the text
 * @source TASK-008
 */
export function toggleOf(box: HTMLInputElement, source: string): TaskToggle | null {
  const line = lineOf(box, source)
  if (line === null) return null
  const all = box.closest('.markdown')?.querySelectorAll('.task-list-item-checkbox') ?? []
  return { index: [...all].indexOf(box) + 1, checked: box.checked, ...line }
}

/**
 * The text with the box of one line ticked or cleared, every other letter as it was.
 *
 * @returns null when the line is another one by now
 */
export function toggled(source: string, { lineNumber, lineSource, checked }: TaskToggle): string | null {
  const parts = source.split(/(\r\n|\n|\r)/)
  const at = (lineNumber - 1) * 2
  if (parts[at] !== lineSource) return null
  return parts.with(at, lineSource.replace(/\[[ xX]\]/, checked ? '[x]' : '[ ]')).join('')
}
