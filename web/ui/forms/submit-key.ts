import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { isKey } from '../actions/keys.ts'

/**
 * Let Ctrl+Enter submit a form from each of its fields, before a list of theirs takes it as a choice. Put it on the form for the
 * capture phase. A form or dialog within it has its own.
 */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (!isKey(event, 'Enter') || !(event.ctrlKey || event.metaKey) || !(target instanceof HTMLElement)) return
  if (target.closest('form, [role=form], dialog') !== form) return
  event.preventDefault()
  event.stopPropagation()
  // Text in a field that reports on blur, such as a date, counts.
  flushSync(() => target.blur())
  form.requestSubmit()
  if (document.activeElement === document.body) target.focus()
}
