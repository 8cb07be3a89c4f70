import { copyOutcome, copyOutcomeMs, copyText } from '#web/ui/actions/copy-text.ts'

const icons = {
  none: '<svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16" fill="currentColor"><path d="M0 6.75C0 5.784.784 5 1.75 5h1.5a.75.75 0 0 1 0 1.5h-1.5a.25.25 0 0 0-.25.25v7.5c0 .138.112.25.25.25h7.5a.25.25 0 0 0 .25-.25v-1.5a.75.75 0 0 1 1.5 0v1.5A1.75 1.75 0 0 1 9.25 16h-7.5A1.75 1.75 0 0 1 0 14.25ZM5 1.75C5 .784 5.784 0 6.75 0h7.5C15.216 0 16 .784 16 1.75v7.5A1.75 1.75 0 0 1 14.25 11h-7.5A1.75 1.75 0 0 1 5 9.25Zm1.75-.25a.25.25 0 0 0-.25.25v7.5c0 .138.112.25.25.25h7.5a.25.25 0 0 0 .25-.25v-7.5a.25.25 0 0 0-.25-.25Z"/></svg>',
  copied:
    '<svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16" fill="currentColor"><path d="M13.78 4.22a.75.75 0 0 1 0 1.06l-7.25 7.25a.75.75 0 0 1-1.06 0L2.22 9.28a.751.751 0 0 1 1.06-1.06L6 10.94l6.72-6.72a.75.75 0 0 1 1.06 0Z"/></svg>',
  failed:
    '<svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16" fill="currentColor"><path d="M6.457 1.047c.659-1.234 2.427-1.234 3.086 0l6.082 11.378A1.75 1.75 0 0 1 14.082 15H1.918a1.75 1.75 0 0 1-1.543-2.575ZM8 5a.75.75 0 0 0-.75.75v2.5a.75.75 0 0 0 1.5 0v-2.5A.75.75 0 0 0 8 5Zm1 6a1 1 0 1 0-2 0 1 1 0 0 0 2 0Z"/></svg>',
} as const

/** A copy button for rendered Markdown, which behaves as `CopyButton` does. @param textOf  asked when it is pressed */
export function copyButton(label: string, textOf: () => string): readonly [HTMLButtonElement, HTMLElement] {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'text-tool'
  const spoken = document.createElement('output')
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (outcome: keyof typeof icons) => {
    button.innerHTML = icons[outcome]
    button.dataset.outcome = outcome
    button.title = copyOutcome[outcome] ?? label
    button.setAttribute('aria-label', button.title)
    spoken.textContent = copyOutcome[outcome]
  }
  show('none')
  button.addEventListener('click', async () => {
    clearTimeout(timer)
    show((await copyText(textOf().replace(/\n$/, ''))) ? 'copied' : 'failed')
    timer = setTimeout(() => show('none'), copyOutcomeMs)
  })
  return [button, spoken]
}
