import { AlertIcon, CheckIcon, CopyIcon } from '@primer/octicons-react'
import { copyOutcome, copyOutcomeMs, copyText } from '#web/ui/actions/copy-text.ts'
import { markupOf } from '#web/ui/icon.tsx'

const icons = { none: CopyIcon, copied: CheckIcon, failed: AlertIcon } as const

/** A copy button for rendered Markdown, which behaves as `CopyButton` does. @param textOf  asked when it is pressed */
export function copyButton(label: string, textOf: () => string): readonly [HTMLButtonElement, HTMLElement] {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'text-tool'
  const spoken = document.createElement('output')
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (outcome: keyof typeof icons) => {
    button.innerHTML = markupOf(icons[outcome])
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
